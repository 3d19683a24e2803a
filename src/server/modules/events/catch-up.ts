import { repeat, type Repeating } from '#server/jobs/repeat.ts';
import type { EventsContext } from './events-context.ts';
import { listEventsBeyond } from './user-events.repository.ts';

const catchUpEveryMs = 1_000;
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
export function catchUpFromOutbox(ctx: EventsContext): OutboxCatchUp {
  const { db, bus, hub, clock, log } = ctx;
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
    for (const sessionId of await ctx.accounts.listEndedSessions([...hub.sessionIds()])) hub.endSession(sessionId);
  };
  const catchUp = async (): Promise<void> => {
    waitedMs += catchUpEveryMs;
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
  return {
    ...repeat({ everyMs: catchUpEveryMs, task: catchUp, onError, after: ctx.scheduler.after }),
    lagMs: () => lagMs,
  };
}

const accessEveryMs = 3_000;

/**
 * Reads price access again when any process says that a user has changed, and every three seconds,
 * because a notice may be lost and a balance expires.
 */
export function watchPriceAccess({ hub, bus, accounts, traders, scheduler, log }: EventsContext): Repeating {
  const update = async (ids: readonly string[]): Promise<void> => {
    if (ids.length === 0) return;
    const users = new Map((await accounts.listUsers(ids)).map((user) => [user.id, user]));
    hub.updatePriceAccess(
      new Map(
        ids.map((id) => {
          const user = users.get(id);
          return [id, user !== undefined && traders.mayReadPrices(user)];
        }),
      ),
    );
  };
  const onError = (error: unknown): void => log.error({ err: error }, 'reloading price access failed; retrying');
  bus.onNotice('user_changed', (id) => {
    if (hub.hasStreams(id)) update([id]).catch(onError);
  });
  return repeat({
    everyMs: accessEveryMs,
    task: () => update([...hub.positions().keys()]),
    onError,
    after: scheduler.after,
  });
}
