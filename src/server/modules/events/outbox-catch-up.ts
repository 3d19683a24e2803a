import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '#server/database/connection.ts';
import type { Bus } from '#server/integrations/bus/bus.ts';
import { type Repeating, repeat } from '#server/jobs/repeat.ts';
import type { Scheduler } from '#server/jobs/scheduler.ts';
import type { EventHub } from './event-hub.ts';
import { listEventsBeyond } from './user-events.repository.ts';

interface Needs {
  readonly db: Database;
  readonly bus: Pick<Bus, 'isUp' | 'onReturn'>;
  readonly hub: Pick<EventHub, 'positions' | 'deliver' | 'sessionIds' | 'endSession'>;
  readonly listEndedSessions: (ids: readonly string[]) => Promise<string[]>;
  readonly after: Scheduler['after'];
  readonly log: Pick<FastifyBaseLogger, 'error'>;
}

const everyMs = 1_000;

/**
 * While the bus is away, and once when it returns, streams receive the events of other processes
 * from the outbox, and end with their login sessions by the database.
 */
export function createOutboxCatchUp({ db, bus, hub, listEndedSessions, after, log }: Needs): Repeating {
  let isDue = false;
  bus.onReturn(() => (isDue = true));

  const deliverMissed = async (): Promise<void> => {
    const positions = hub.positions();
    if (positions.size === 0) return;
    for (const event of await listEventsBeyond(db, positions)) hub.deliver(event);
    for (const sessionId of await listEndedSessions([...hub.sessionIds()])) hub.endSession(sessionId);
  };
  const catchUp = async (): Promise<void> => {
    if (bus.isUp() && !isDue) return;
    // A return during the reading asks for another one.
    isDue = false;
    try {
      await deliverMissed();
    } catch (error) {
      isDue = true;
      throw error;
    }
  };
  const onError = (error: unknown): void => log.error({ err: error }, 'streams could not catch up; trying again');
  return repeat({ everyMs, task: catchUp, onError, after });
}
