import type { FastifyBaseLogger } from 'fastify';
import type { User } from '#server/modules/accounts/accounts.api.ts';
import { type Repeating, repeat } from '#server/jobs/repeat.ts';
import type { Scheduler } from '#server/jobs/scheduler.ts';
import type { EventHub } from './event-hub.ts';

interface Needs {
  readonly hub: Pick<EventHub, 'positions' | 'updatePriceAccess'>;
  readonly listUsers: (ids: readonly string[]) => Promise<User[]>;
  readonly mayReadPrices: (user: User) => boolean;
  readonly after: Scheduler['after'];
  readonly log: Pick<FastifyBaseLogger, 'error'>;
}

const everyMs = 3_000;

/**
 * Re-reads price access every three seconds, so that streams follow account changes made by any
 * process.
 */
export function watchPriceAccess({ hub, listUsers, mayReadPrices, after, log }: Needs): Repeating {
  const update = async (): Promise<void> => {
    const ids = [...hub.positions().keys()];
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
  return repeat({ everyMs, task: update, onError, after });
}
