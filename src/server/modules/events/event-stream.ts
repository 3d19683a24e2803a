import type { ServerResponse } from 'node:http';

interface Message {
  readonly text: string;
  /** Null: not from the outbox. */
  readonly id: number | null;
}

/**
 * The stream of one browser. When it is not read in time it is cut off; the browser reconnects and
 * resumes by its last event id.
 */
export interface EventStream {
  readonly userId: string;
  readonly sessionId: string;
  /** It has every event up to this id; null until it has caught up. */
  position(): number | null;
  /** All events up to this id were read from the outbox and sent. */
  confirm(id: number): void;
  /** Waits until the stream has caught up; an event that was already sent is skipped. */
  send(text: string, eventId: number | null): void;
  /**
   * Writes what the stream missed, in the order of ids, then what was queued meanwhile; from then
   * on it is live. `newestId`: of the user's events when the missed ones were read.
   */
  catchUp(missed: readonly Message[], newestId: number): void;
  end(): void;
}

const maxUnreadBytes = 64 * 1024;
const maxStallMs = 30_000;
/** Events of two processes may overtake each other, by no more than this. */
const sentIdsLimit = 256;

interface Options {
  readonly userId: string;
  readonly sessionId: string;
  /** The browser has everything up to here. */
  readonly lastId: number;
  readonly response: ServerResponse;
}

export function createEventStream({ userId, sessionId, lastId, response }: Options): EventStream {
  let last = lastId;
  let confirmed = lastId;
  const sentIds = new Set<number>();
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

  const markSent = (id: number): void => {
    if (sentIds.size >= sentIdsLimit) sentIds.delete(sentIds.values().next().value ?? 0);
    sentIds.add(id);
    last = Math.max(last, id);
  };
  /** Empty: the browser has it. One that was overtaken is sent without its id, so that ids rise. */
  const toText = ({ text, id }: Message): string => {
    if (id === null) return text;
    if (id <= lastId || sentIds.has(id)) return '';
    const isOvertaken = id < last;
    markSent(id);
    return isOvertaken ? text.slice(text.indexOf('\n') + 1) : text;
  };
  const write = (text: string): void => {
    if (text && !response.destroyed && !response.writableEnded && !response.write(text)) watchStall();
  };

  return {
    userId,
    sessionId,
    position: () => (buffered ? null : confirmed),
    confirm: (id) => (confirmed = Math.max(confirmed, id)),
    send: (text, id) => {
      if (buffered) buffered.push({ text, id });
      else if (response.writableLength > maxUnreadBytes) response.destroy();
      else write(toText({ text, id }));
    },
    catchUp: (missed, newestId) => {
      confirmed = Math.max(confirmed, newestId);
      const waiting = buffered ?? [];
      buffered = null;
      // At once, however long: the limit of unread bytes is for streams that do not read, not for
      // those that were disconnected.
      write([...missed, ...waiting].map(toText).join(''));
    },
    end: () => response.end(),
  };
}

/** The text/event-stream form of one event. */
export function encodeEvent(name: string, data: unknown, id: number | null): string {
  const idLine = id === null ? '' : `id: ${id}\n`;
  return `${idLine}event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}
