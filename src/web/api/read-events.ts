import { createParser } from 'eventsource-parser';

export interface RawEvent {
  readonly name: string;
  readonly id: string | null;
  readonly data: string;
}

interface EventHandlers {
  /** Called for any received byte, heartbeats included. */
  readonly onAlive: () => void;
  readonly onEvent: (event: RawEvent) => void;
  /** Delay before the next connection, requested by the server, in milliseconds. */
  readonly onRetry: (milliseconds: number) => void;
}

/** Reads a `text/event-stream` to its end. */
export async function readEvents(body: ReadableStream<Uint8Array>, handlers: EventHandlers): Promise<void> {
  const parser = createParser({
    onEvent: ({ event, id, data }) => handlers.onEvent({ name: event ?? 'message', id: id ?? null, data }),
    onRetry: handlers.onRetry,
  });
  const reader = body.getReader();
  const decoder = new TextDecoder();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    handlers.onAlive();
    parser.feed(decoder.decode(value, { stream: true }));
  }
}
