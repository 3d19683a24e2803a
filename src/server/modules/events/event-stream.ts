import type { ServerResponse } from 'node:http';

interface Message {
  readonly text: string;
  /** Null: not from the outbox. */
  readonly id: number | null;
  /** See BusEvent. */
  readonly previousId?: number;
}

/**
 * The stream of one browser. When it is not read in time it is cut off; the browser reconnects and
 * resumes by its last event id.
 */
export type EventStream = ReturnType<typeof createEventStream>;

const maxUnreadBytes = 64 * 1024;
const maxStallMs = 30_000;

interface Options {
  readonly userId: string;
  readonly sessionId: string;
  /** The browser has everything up to here. */
  readonly lastId: number;
  readonly response: ServerResponse;
}

export function createEventStream({ userId, sessionId, lastId, response }: Options) {
  let position = lastId;
  let newestOffered = lastId;
  /** Null once it has caught up. */
  let buffered: Message[] | null = [];
  let stall: NodeJS.Timeout | null = null;

  const watchStall = (): void => {
    if (stall) return;
    stall = setTimeout(() => response.destroy(), maxStallMs);
    response.once('drain', () => {
      if (stall) clearTimeout(stall);
      stall = null;
    });
  };
  response.once('close', () => stall && clearTimeout(stall));

  /** Empty: the browser has it, or lacks the one before it. */
  const toText = ({ text, id, previousId = 0 }: Message): string => {
    if (id === null) return text;
    newestOffered = Math.max(newestOffered, id);
    if (id <= position || previousId > position) return '';
    position = id;
    return text;
  };
  const write = (text: string): void => {
    if (text && !response.destroyed && !response.writableEnded && !response.write(text)) watchStall();
  };

  return {
    userId,
    sessionId,
    /** It has every event up to this id; null until it has caught up. */
    position: (): number | null => (buffered ? null : position),
    /** Whether it was offered an event that it could not send, because one before it is missing. */
    isBehind: (): boolean => newestOffered > position,
    /**
     * Waits until the stream has caught up. An event that was already sent is skipped, and so is one
     * whose previous event was not: the browser resumes by the newest id that it received.
     */
    send: (text: string, id: number | null, previousId?: number): void => {
      const message = { text, id, ...(previousId !== undefined && { previousId }) };
      if (buffered) buffered.push(message);
      else if (response.writableLength > maxUnreadBytes) response.destroy();
      else write(toText(message));
    },
    /**
     * Writes what the stream missed, in the order of ids, then what was queued meanwhile; from then
     * on it is live. `newestId`: of the user's events when the missed ones were read.
     */
    catchUp: (missed: readonly Message[], newestId: number): void => {
      const waiting = buffered ?? [];
      buffered = null;
      // A database that was restored to an earlier state may be behind the browser.
      position = newestOffered = Math.min(lastId, newestId);
      const texts = missed.map(toText);
      position = Math.max(position, newestId);
      // At once, however long: the limit of unread bytes is for streams that do not read, not for
      // those that were disconnected.
      write([...texts, ...waiting.map(toText)].join(''));
    },
    end: (): void => void response.end(),
  };
}

/** The text/event-stream form of one event. */
export function encodeEvent(name: string, data: unknown, id: number | null): string {
  const idLine = id === null ? '' : `id: ${id}\n`;
  return `${idLine}event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}
