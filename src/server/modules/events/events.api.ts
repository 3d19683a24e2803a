import type { ServerResponse } from 'node:http';
import type { EventData } from '#contract/events.ts';
import type { UnitOfWork } from '#server/database/connection.ts';

export interface StreamRequest {
  readonly userId: string;
  readonly sessionId: string;
  /** Of the newest event that the browser received; null: it asks for none of before. */
  readonly lastId: number | null;
  readonly mayReadPrices: boolean;
  readonly response: ServerResponse;
  /** Called before anything is written, unless the browser has left. */
  readonly writeHead: () => void;
}

export interface EventsApi {
  openStream(request: StreamRequest): Promise<void>;
  /** Streams that are open in this process. */
  streamCount(): number;
  /** Age of the oldest event that they lacked when the outbox was last read, milliseconds; null: unknown. */
  streamLagMs(): number | null;
}

type UserEventName = 'signal' | 'result' | 'balance' | 'session';
export type UserEvent = {
  readonly [N in UserEventName]: {
    readonly userId: string;
    readonly name: N;
    readonly data: EventData<N>;
  };
}[UserEventName];

/**
 * Written in the transaction of what it reports, and published after its commit. What follows from an
 * event is done by those who read the outbox afterwards, in their own transactions.
 */
export type EnqueueUserEvents = (work: UnitOfWork, events: readonly UserEvent[]) => Promise<void>;
