import type { FastifyBaseLogger } from 'fastify';
import type { User } from '#server/modules/accounts/accounts.api.ts';
import { type Repeating, repeat } from '#server/jobs/repeat.ts';
import type { Bus } from '#server/integrations/bus/bus.ts';
import type { Scheduler } from '#server/jobs/scheduler.ts';
import type { EventHub } from './event-hub.ts';

interface WatchPriceAccessDependencies {
  readonly hub: Pick<EventHub, 'positions' | 'hasStreams' | 'updatePriceAccess'>;
  readonly bus: Pick<Bus, 'onNotice'>;
  readonly listUsers: (ids: readonly string[]) => Promise<User[]>;
  readonly mayReadPrices: (user: User) => boolean;
  readonly after: Scheduler['after'];
  readonly log: Pick<FastifyBaseLogger, 'error'>;
}

const everyMs = 3_000;

/**
 * Reads price access again when any process says that a user has changed, and every three seconds,
 * because a notice may be lost and a balance expires.
 */
export function watchPriceAccess({
  hub,
  bus,
  listUsers,
  mayReadPrices,
  after,
  log,
}: WatchPriceAccessDependencies): Repeating {
  const update = async (ids: readonly string[]): Promise<void> => {
    if (ids.length === 0) return;
    const users = new Map((await listUsers(ids)).map((user) => [user.id, user]));
    hub.updatePriceAccess(
      new Map(
        ids.map((id) => {
          const user = users.get(id);
          return [id, user !== undefined && mayReadPrices(user)];
        }),
      ),
    );
  };
  const onError = (error: unknown): void => log.error({ err: error }, 'reloading price access failed; retrying');
  bus.onNotice('user_changed', (id) => {
    if (hub.hasStreams(id)) update([id]).catch(onError);
  });
  return repeat({ everyMs, task: () => update([...hub.positions().keys()]), onError, after });
}
