import type { EventData } from '#contract/events.ts';
import type { OpenStream } from './open-stream.ts';
import type { UnitOfWork } from '#server/database/connection.ts';

export interface EventsApi {
  readonly openStream: OpenStream;
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

/** Written in the transaction of what it reports, and published after its commit. */
export type EnqueueUserEvents = (work: UnitOfWork, events: readonly UserEvent[]) => Promise<void>;

/**
 * Called in the transaction of the events, before the locks of the outbox are taken: what it writes
 * exists exactly when they do. `at`: wall-clock time of the events.
 */
export type UserEventListener = (work: UnitOfWork, events: readonly UserEvent[], at: Date) => Promise<void>;
