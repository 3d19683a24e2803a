import type { FastifyBaseLogger } from 'fastify';
import type { WallClock } from '#domain/clock.ts';
import type { Database } from '#server/database/connection.ts';
import type { Bus } from '#server/integrations/bus/bus.ts';
import { type Repeating, repeat } from '#server/jobs/repeat.ts';
import type { Scheduler } from '#server/jobs/scheduler.ts';
import type { EventHub } from './event-hub.ts';
import { listEventsBeyond } from './user-events.repository.ts';

interface OutboxCatchUpDependencies {
  readonly db: Database;
  readonly bus: Pick<Bus, 'isUp' | 'onReturn'>;
  readonly hub: Pick<EventHub, 'positions' | 'isBehind' | 'catchUp' | 'sessionIds' | 'endSession'>;
  readonly listEndedSessions: (ids: readonly string[]) => Promise<string[]>;
  /** Events are dated by it. */
  readonly clock: WallClock;
  readonly after: Scheduler['after'];
  readonly log: Pick<FastifyBaseLogger, 'error'>;
}

const everyMs = 1_000;
/** A process may die between its commit and its message, and a message may be lost unnoticed. */
const everyWhileUpMs = 10_000;

export interface OutboxCatchUp extends Repeating {
  /** Age of the oldest event that was missed at the last reading; null: it failed, or there are no streams. */
  lagMs(): number | null;
}

/**
 * Streams receive from the outbox what the bus did not deliver, and end with their login sessions
 * by the database: each second while the bus is away or a stream lacks an event from before one that
 * it was offered, when the bus returns, and now and then.
 */
export function createOutboxCatchUp({
  db,
  bus,
  hub,
  listEndedSessions,
  clock,
  after,
  log,
}: OutboxCatchUpDependencies): OutboxCatchUp {
  let waitedMs = 0;
  let lagMs: number | null = null;
  bus.onReturn(() => (waitedMs = everyWhileUpMs));

  const deliverMissed = async (): Promise<void> => {
    const positions = hub.positions();
    if (positions.size === 0) {
      lagMs = null;
      return;
    }
    const missed = await listEventsBeyond(db, positions);
    lagMs = Math.max(0, ...missed.map(({ at }) => clock.now() - at.getTime()));
    const previousIds = new Map(positions);
    for (const event of missed) {
      hub.catchUp({ ...event, previousId: previousIds.get(event.userId) ?? 0 });
      previousIds.set(event.userId, event.id);
    }
    for (const sessionId of await listEndedSessions([...hub.sessionIds()])) hub.endSession(sessionId);
  };
  const catchUp = async (): Promise<void> => {
    waitedMs += everyMs;
    if (bus.isUp() && !hub.isBehind() && waitedMs < everyWhileUpMs) return;
    // A return during the reading asks for another one.
    waitedMs = 0;
    try {
      await deliverMissed();
    } catch (error) {
      waitedMs = everyWhileUpMs;
      lagMs = null;
      throw error;
    }
  };
  const onError = (error: unknown): void => log.error({ err: error }, 'streams could not catch up; trying again');
  return { ...repeat({ everyMs, task: catchUp, onError, after }), lagMs: () => lagMs };
}
