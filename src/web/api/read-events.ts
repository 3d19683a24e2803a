import { createParser } from 'eventsource-parser';

export interface RawEvent {
  readonly name: string;
  readonly id: string | null;
  readonly data: string;
}

interface Heard {
  /** Called for any received byte, heartbeats included. */
  readonly onAlive: () => void;
  readonly onEvent: (event: RawEvent) => void;
  /** Delay before the next connection, requested by the server, in milliseconds. */
  readonly onRetry: (milliseconds: number) => void;
}

/** Reads a `text/event-stream` to its end. */
export async function readEvents(body: ReadableStream<Uint8Array>, heard: Heard): Promise<void> {
  const parser = createParser({
    onEvent: ({ event, id, data }) => heard.onEvent({ name: event ?? 'message', id: id ?? null, data }),
    onRetry: heard.onRetry,
  });
  const reader = body.getReader();
  const decoder = new TextDecoder();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    heard.onAlive();
    parser.feed(decoder.decode(value, { stream: true }));
  }
}
