import type { Clock } from '#domain/clock.ts';
import type { Attempts } from '#server/database/attempts.ts';
import type { Database } from '#server/database/connection.ts';
import { inTransaction } from '#server/database/in-transaction.ts';
import { apiError } from '#server/http/api-error.ts';
import { findLinkForUpdate, markLinkUsed } from './account-links.repository.ts';
import { accountLimits } from './account-limits.ts';
import { markActivated } from './accounts.repository.ts';
import { hashOfLink, isLinkOpen } from './mail-links.ts';
import type { Sessions } from './sessions.ts';

/** Activates by the link of the activation mail. A used link succeeds again. */
export type Activate = (link: string, address: string) => Promise<void>;

interface Needs {
  readonly db: Database;
  readonly clock: Clock;
  readonly attempts: Attempts;
  readonly sessions: Sessions;
}

export const createActivate =
  ({ db, clock, attempts, sessions }: Needs): Activate =>
  async (link, address) => {
    await attempts.take('link', address, accountLimits.links);
    const tokenHash = hashOfLink(link);
    const now = new Date(clock.now());
    const userId = await inTransaction(db, async (tx) => {
      const found = await findLinkForUpdate(tx, tokenHash, 'activation');
      if (!found) return null;
      if (found.link.usedAt !== null && found.link.email === found.user.email) return found.user.id;
      if (!isLinkOpen(found, now)) return null;
      await markLinkUsed(tx, tokenHash, now);
      await markActivated(tx, found.user.id, now);
      return found.user.id;
    });
    if (userId === null) throw apiError('link_invalid');
    sessions.invalidateUser(userId);
  };
