import { createParser, type EventSourceMessage } from 'eventsource-parser';

interface Options {
  readonly url: string;
  readonly token: string;
  readonly lastEventId?: string;
  /** Which messages are retained; by default all. */
  readonly retains?: (message: EventSourceMessage) => boolean;
}

const reopenAfterMs = 200;

/** What a browser does: reads the stream, and resumes it after its last event whenever it ends. */
export function openStream({ url, token, lastEventId, retains = () => true }: Options) {
  const messages: EventSourceMessage[] = [];
  const waiting = new Set<() => void>();
  const closing = new AbortController();
  let lastId = lastEventId;
  let openings = 0;
  let priceBatches = 0;
  let isOpen = false;
  let refused: number | null = null;

  const readOnce = async (): Promise<void> => {
    const headers = { authorization: `Bearer ${token}`, ...(lastId ? { 'last-event-id': lastId } : {}) };
    const response = await fetch(`${url}/api/events`, { headers, signal: closing.signal });
    refused = response.ok ? null : response.status;
    if (!response.ok || !response.body) {
      await response.body?.cancel();
      return;
    }
    openings += 1;
    isOpen = true;
    const parser = createParser({
      onEvent: (message) => {
        if (message.event === 'tick') priceBatches += 1;
        if (retains(message)) messages.push(message);
        lastId = message.id ?? lastId;
        for (const check of waiting) check();
      },
    });
    const decoder = new TextDecoder();
    for await (const chunk of response.body) parser.feed(decoder.decode(chunk, { stream: true }));
  };
  const readForever = async (): Promise<void> => {
    while (!closing.signal.aborted) {
      await readOnce().catch(() => undefined);
      isOpen = false;
      await new Promise((resolve) => setTimeout(resolve, reopenAfterMs));
    }
  };
  void readForever();

  return {
    messages,
    /** How often it was opened. */
    get openings() {
      return openings;
    },
    /** Batches of prices received, whether their messages are retained or not. */
    get priceBatches() {
      return priceBatches;
    },
    isOpen: () => isOpen,
    /** The status that refused it last; null: it was accepted. */
    refusedWith: () => refused,
    /** Resolves once a message satisfies the condition. */
    until: (isIt: (message: EventSourceMessage) => boolean) =>
      new Promise<EventSourceMessage>((resolve) => {
        const check = (): void => {
          const found = messages.find(isIt);
          if (!found) return;
          waiting.delete(check);
          resolve(found);
        };
        waiting.add(check);
        check();
      }),
    close: () => closing.abort(),
  };
}

export type ResumingStream = ReturnType<typeof openStream>;
