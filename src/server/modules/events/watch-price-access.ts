import type { FastifyBaseLogger } from 'fastify';
import type { UserRow } from '#server/modules/accounts/accounts.repository.ts';
import type { EventHub } from './event-hub.ts';

interface Needs {
  readonly hub: Pick<EventHub, 'userIds' | 'updatePriceAccess'>;
  readonly listUsers: (ids: readonly string[]) => Promise<UserRow[]>;
  readonly mayReadPrices: (user: UserRow) => boolean;
  /** Calls `task` once after `ms`; the returned function cancels it. */
  readonly after: (ms: number, task: () => void) => () => void;
  readonly log: Pick<FastifyBaseLogger, 'error'>;
}

const everyMs = 3_000;

/**
 * Re-reads price access every three seconds, so that streams follow account changes made by any
 * process.
 */
export function watchPriceAccess({ hub, listUsers, mayReadPrices, after, log }: Needs) {
  let isStopped = false;
  let cancel = (): void => undefined;

  const update = async (): Promise<void> => {
    const ids = [...hub.userIds()];
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
  const schedule = (): void => {
    cancel = after(everyMs, () => {
      void update()
        .catch((error: unknown) => log.error({ err: error }, 'the access to prices could not be read anew'))
        .then(() => {
          if (!isStopped) schedule();
        });
    });
  };
  return {
    start: schedule,
    stop: (): void => {
      isStopped = true;
      cancel();
    },
  };
}
