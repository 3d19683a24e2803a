import { toInstant } from '#contract/wire.ts';
import type { Clock } from '#domain/clock.ts';
import type { Attempts } from '#server/database/attempts.ts';
import type { Database } from '#server/database/connection.ts';
import { inTransaction } from '#server/database/in-transaction.ts';
import { apiError } from '#server/http/api-error.ts';
import type { QueueMail } from '#server/modules/mail/mail.api.ts';
import { findLink, findLinkForUpdate, markLinkUsed } from './account-links.repository.ts';
import { accountLimits } from './account-limits.ts';
import { markActivated, updatePassword } from './accounts.repository.ts';
import { endConnections } from './end-connections.ts';
import { failedLogins } from './log-in.ts';
import { hashOfLink, isLinkOpen } from './mail-links.ts';
import type { Passwords } from './passwords.ts';
import type { Sessions } from './sessions.ts';

export type ResetPassword = (link: string, newPassword: string, address: string) => Promise<void>;

interface Needs {
  readonly db: Database;
  readonly clock: Clock;
  readonly attempts: Attempts;
  readonly passwords: Passwords;
  readonly sessions: Sessions;
  readonly queueMail: QueueMail;
}

/**
 * Every login session and connection of the user ends. Reading the mail proves the address, so an
 * account that waits for activation is activated.
 */
export const createResetPassword = (needs: Needs): ResetPassword => {
  const { db, clock, attempts, passwords, sessions, queueMail } = needs;

  const isOpen = async (tokenHash: Buffer): Promise<boolean> => {
    const found = await findLink(db, tokenHash, 'reset');
    return found !== undefined && isLinkOpen(found, new Date(clock.now()));
  };

  /** Returns the user's address; null: the link was used or superseded meanwhile. */
  const replace = (tokenHash: Buffer, passwordHash: string) =>
    inTransaction(db, async (tx, afterCommit) => {
      const now = new Date(clock.now());
      const found = await findLinkForUpdate(tx, tokenHash, 'reset');
      if (!found || !isLinkOpen(found, now)) return null;
      const { id: userId, email, lang } = found.user;
      await updatePassword(tx, userId, passwordHash);
      await markActivated(tx, userId, now);
      await sessions.endAll({ tx, afterCommit }, userId);
      const ended = await endConnections(tx, userId);
      await markLinkUsed(tx, tokenHash, now);
      const mail = { userId, to: email, lang };
      await queueMail(tx, { ...mail, kind: 'password_changed', at: toInstant(now.getTime()), ended });
      return email;
    });

  return async (link, newPassword, address) => {
    await attempts.take('link', address, accountLimits.links);
    const tokenHash = hashOfLink(link);
    // Hashing is expensive: only for a valid link, and outside the transaction.
    const email = (await isOpen(tokenHash)) && (await replace(tokenHash, await passwords.hash(newPassword)));
    if (!email) throw apiError('link_invalid');
    await attempts.invalidate(failedLogins, email);
  };
};
