import type { ServerResponse } from 'node:http';

/** One browser's stream. What it does not read in time cuts it off: it comes back and resumes by its last event id. */
export interface EventStream {
  readonly userId: string;
  readonly sessionId: string;
  send(text: string, eventId: number | null): void;
  /** Events at or below this id are behind it. */
  readonly lastId: number;
  end(): void;
}

const mostUnreadBytes = 64 * 1024;
const longestStallMs = 30_000;

interface Options {
  readonly userId: string;
  readonly sessionId: string;
  readonly lastId: number;
  readonly response: ServerResponse;
}

export function createEventStream({ userId, sessionId, lastId, response }: Options): EventStream {
  let last = lastId;
  let stall: NodeJS.Timeout | null = null;

  const watchStall = (): void => {
    if (stall) return;
    stall = setTimeout(() => response.destroy(), longestStallMs);
    response.once('drain', () => {
      if (stall) clearTimeout(stall);
      stall = null;
    });
  };
  response.once('close', () => stall && clearTimeout(stall));

  return {
    userId,
    sessionId,
    get lastId() {
      return last;
    },
    send: (text, eventId) => {
      if (eventId !== null && eventId <= last) return;
      if (eventId !== null) last = eventId;
      if (response.writableLength > mostUnreadBytes) {
        response.destroy();
        return;
      }
      if (!response.write(text)) watchStall();
    },
    end: () => response.end(),
  };
}

/** The text/event-stream form of one event. */
export function encodeEvent(name: string, data: unknown, id: number | null): string {
  const idLine = id === null ? '' : `id: ${id}\n`;
  return `${idLine}event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}
