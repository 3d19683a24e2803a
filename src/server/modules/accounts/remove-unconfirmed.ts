import { and, eq, gte, lt, notExists, sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '#domain/clock.ts';
import type { Database } from '#server/database/connection.ts';
import { accountLinks, users } from '#server/database/schema.ts';

const keptMs = 7 * 86_400_000;
const everyMs = 3_600_000;

interface Needs {
  readonly db: Database;
  readonly clock: Clock;
}

/** Accounts whose address nobody confirmed for seven days, as their last activation mail said. Returns how many went. */
export const createRemoveUnconfirmed =
  ({ db, clock }: Needs) =>
  async (): Promise<number> => {
    const since = new Date(clock.now() - keptMs);
    const mailedSince = db
      .select({ one: sql`1` })
      .from(accountLinks)
      .where(and(eq(accountLinks.userId, users.id), gte(accountLinks.createdAt, since)));
    const gone = await db
      .delete(users)
      .where(and(eq(users.isActivated, false), lt(users.createdAt, since), notExists(mailedSince)))
      .returning({ id: users.id });
    return gone.length;
  };

interface Round {
  readonly remove: () => Promise<number>;
  /** Calls `task` once after `ms`; the answer cancels it. */
  readonly after: (ms: number, task: () => void) => () => void;
  readonly log: Pick<FastifyBaseLogger, 'error' | 'info'>;
}

/** Once an hour, the first time an hour after the start. Returns the way to stop it. */
export function removeUnconfirmedHourly({ remove, after, log }: Round): () => void {
  let cancel = (): void => undefined;
  const next = (): void => {
    cancel = after(everyMs, () => {
      remove()
        .then((count) => count > 0 && log.info({ count }, 'accounts that nobody confirmed were removed'))
        .catch((fault: unknown) => log.error({ err: fault }, 'unconfirmed accounts could not be removed'));
      next();
    });
  };
  next();
  return () => cancel();
}
