import { toInstant } from '#contract/wire.ts';
import { type Transaction, inTransaction } from '#server/database/connection.ts';
import { apiError } from '#server/http/api-error.ts';
import { findLink, findLinkForUpdate, hasOpenLink, markLinkUsed } from '../account-links.repository.ts';
import { accountLimits } from '../account-limits.ts';
import { findUserByEmail, lockUser, markActivated, updatePassword, type UserRow } from '../accounts.repository.ts';
import { invalidateWrongCodes } from '../second-factor/second-factor.ts';
import { endConnections } from '../sessions/end-connections.ts';
import { failedLogins } from './log-in.ts';
import { hashOfLink, isLinkOpen, linkLifetimeMs } from './mail-links.ts';
import type { AccountParts } from '../account-parts.ts';
import type { z } from 'zod';
import type { ForgotPasswordBody } from '#contract/accounts.ts';
import { writeAudit } from '#server/modules/audit/write-audit.ts';
import { lockAnyUser } from '../administration/admin-users.repository.ts';

/** Locks the account that an open link leads to; null: it was used or superseded meanwhile. */
type OpenAccount = (tx: Transaction) => Promise<UserRow | null>;

/**
 * By a mailed link, or one that a start printed for an administrator. Every login session and
 * connection of the user ends. Reading the mail proves the address, so an account that waits for
 * activation is activated.
 */
export const createResetPassword = (needs: AccountParts) => {
  const { db, clock, attempts, passwords, sessions, queueMail, adminLinks } = needs;

  const findAccount = async (link: string): Promise<OpenAccount | null> => {
    const named = await adminLinks.findEmail(link);
    if (named !== null) return (tx) => adminLinks.openAccount(tx, named);
    const found = await findLink(db, hashOfLink(link), 'reset');
    return found && isLinkOpen(found, new Date(clock.now())) ? (tx) => openMailed(tx, link) : null;
  };

  const openMailed = async (tx: Transaction, link: string): Promise<UserRow | null> => {
    const found = await findLinkForUpdate(tx, hashOfLink(link), 'reset');
    return found && isLinkOpen(found, new Date(clock.now())) ? found.user : null;
  };

  const replace = (openAccount: OpenAccount, link: string, passwordHash: string): Promise<UserRow | null> =>
    inTransaction(db, async (work) => {
      const now = new Date(clock.now());
      const user = await openAccount(work.tx);
      if (!user) return null;
      const { id: userId, email, lang } = user;
      await updatePassword(work.tx, userId, passwordHash, now);
      await markActivated(work.tx, userId, now);
      await sessions.endAll(work, userId);
      const ended = await endConnections(work.tx, userId, now);
      await markLinkUsed(work.tx, hashOfLink(link), now);
      const mail = { userId, to: email, lang };
      await queueMail(work.tx, { ...mail, kind: 'password_changed', at: toInstant(now.getTime()), ended });
      return user;
    });

  return async (link: string, newPassword: string, address: string): Promise<void> => {
    await attempts.take('link', address, accountLimits.links);
    // Hashing is expensive: only for a valid link, and outside the transaction.
    const openAccount = await findAccount(link);
    const user = openAccount && (await replace(openAccount, link, await passwords.hash(newPassword)));
    if (!user) throw apiError('link_invalid');
    await attempts.invalidate(failedLogins, user.email);
    await invalidateWrongCodes(attempts, user.id);
  };
};

/**
 * The address is looked up after the response, so that neither its text nor its timing reveals
 * whether there is an account. After a few mails no other is sent while half of the time of the newest
 * link is left, also if a stranger requested it: it is in the owner's mailbox.
 */
export const createForgotPassword =
  ({ db, clock, attempts, requireSolved, mailLink, afterAnswer }: AccountParts) =>
  async ({ email, lang, captcha }: z.infer<typeof ForgotPasswordBody>, address: string): Promise<void> => {
    await attempts.take('forgot', address, accountLimits.forgottenOfAddress);
    await requireSolved(captcha);
    afterAnswer.run('forgot-password', async () => {
      const { max, windowMs } = accountLimits.forgottenOfAccount;
      const mailed = await attempts.add('forgot-account', email, windowMs);
      const user = await findUserByEmail(db, email);
      if (!user || user.isBlocked) return;
      await inTransaction(db, async ({ tx }) => {
        await lockUser(tx, user.id);
        const openUntil = new Date(clock.now() + linkLifetimeMs.reset / 2);
        if (mailed <= max || !(await hasOpenLink(tx, user.id, 'reset', openUntil)))
          await mailLink(tx, user, 'reset', lang);
      });
    });
  };

/**
 * Mails a link for a new password to a user who cannot request it. Only the user receives the link.
 */
export const createMailPasswordLink =
  ({ db, clock, mailLink }: Pick<AccountParts, 'db' | 'clock' | 'mailLink'>) =>
  ({ adminId: actorId, userId }: { readonly adminId: string; readonly userId: string }): Promise<void> =>
    inTransaction(db, async ({ tx }) => {
      const user = await lockAnyUser(tx, userId);
      if (user.isBlocked) throw apiError('user_not_found');
      await mailLink(tx, user, 'reset', user.lang);
      await writeAudit(tx, { actorId, action: 'user.mailPassword', targetId: user.id, at: new Date(clock.now()) });
    });
