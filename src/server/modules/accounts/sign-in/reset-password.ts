import type { z } from 'zod';
import type { EmailBody } from '#contract/accounts.ts';
import { toInstant } from '#contract/wire.ts';
import { linkLifetimeMs } from '#domain/accounts/mail.ts';
import { type Transaction, inTransaction } from '#server/database/connection.ts';
import { apiError } from '#server/http/api-error.ts';
import { type FoundLink, findLink, findLinkForUpdate, hasOpenLink, markLinkUsed } from '../account-links.repository.ts';
import { accountLimits } from '../account-limits.ts';
import { type AccountsContext, runAfterAnswer } from '../accounts-context.ts';
import { findUserByEmail, lockUser, markActivated, updatePassword, type UserRow } from '../accounts.repository.ts';
import { invalidateWrongCodes } from '../second-factor.ts';
import { endConnections } from '../sessions/end-connections.ts';
import { endSessions } from '../sessions/sessions.ts';
import { findAdminEmail, openAdminAccount } from './admin-links.ts';
import { failedLogins } from './log-in.ts';
import { hashOfLink, isLinkOpen, mailLink } from './mail-links.ts';
import { requireSolved } from './register.ts';

/** Locks the account that an open link leads to; null: it was used or superseded meanwhile. */
type OpenAccount = (tx: Transaction) => Promise<UserRow | null>;

/**
 * By a mailed link, or one that a start printed for an administrator. Every login session and
 * connection of the user ends. Reading the mail proves the address, so an account that waits for
 * activation is activated.
 */
export async function resetPassword(
  ctx: AccountsContext,
  link: string,
  newPassword: string,
  address: string,
): Promise<void> {
  const { attempts, passwords } = ctx;
  await attempts.take('link', address, accountLimits.links);
  // Hashing is expensive: only for a valid link, and outside the transaction.
  const openAccount = await findAccount(ctx, link);
  const user = openAccount && (await replacePassword(ctx, openAccount, link, await passwords.hash(newPassword)));
  if (!user) throw apiError('link_invalid');
  await attempts.invalidate(failedLogins, user.email);
  await invalidateWrongCodes(attempts, user.id);
}

async function findAccount(ctx: AccountsContext, link: string): Promise<OpenAccount | null> {
  const named = await findAdminEmail(ctx, link);
  if (named !== null) return (tx) => openAdminAccount(ctx, tx, named);
  const isOpen = (found: FoundLink | undefined): found is FoundLink =>
    found !== undefined && isLinkOpen(found, new Date(ctx.clock.now()));
  if (!isOpen(await findLink(ctx.db, hashOfLink(link), 'reset'))) return null;
  return async (tx) => {
    const found = await findLinkForUpdate(tx, hashOfLink(link), 'reset');
    return isOpen(found) ? found.user : null;
  };
}

const replacePassword = (
  ctx: AccountsContext,
  openAccount: OpenAccount,
  link: string,
  passwordHash: string,
): Promise<UserRow | null> =>
  inTransaction(ctx.db, async (work) => {
    const { tx } = work;
    const now = new Date(ctx.clock.now());
    const user = await openAccount(tx);
    if (!user) return null;
    const { id: userId, email, lang } = user;
    await updatePassword(tx, userId, passwordHash, now);
    await markActivated(tx, userId, now);
    await endSessions(ctx, work, userId);
    const ended = await endConnections(tx, userId, now);
    await markLinkUsed(tx, hashOfLink(link), now);
    const mail = { userId, to: email, lang };
    await ctx.mail.queueMail(tx, { ...mail, kind: 'password_changed', at: toInstant(now.getTime()), ended });
    return user;
  });

/**
 * The address is looked up after the response, so that neither its text nor its timing reveals
 * whether there is an account. After a few mails no other is sent while half of the time of the newest
 * link is left, also if a stranger requested it: it is in the owner's mailbox.
 */
export async function forgotPassword(
  ctx: AccountsContext,
  { email, lang, captcha }: z.infer<typeof EmailBody>,
  address: string,
): Promise<void> {
  const { db, clock, attempts } = ctx;
  await attempts.take('forgot', address, accountLimits.forgottenOfAddress);
  await requireSolved(ctx.captcha, captcha);
  runAfterAnswer(ctx, 'forgot-password', async () => {
    const { max, windowMs } = accountLimits.forgottenOfAccount;
    const mailed = await attempts.add('forgot-account', email, windowMs);
    const user = await findUserByEmail(db, email);
    if (!user || user.isBlocked) return;
    await inTransaction(db, async ({ tx }) => {
      await lockUser(tx, user.id);
      const openUntil = new Date(clock.now() + linkLifetimeMs.reset / 2);
      if (mailed <= max || !(await hasOpenLink(tx, user.id, 'reset', openUntil)))
        await mailLink(ctx, tx, user, 'reset', lang);
    });
  });
}
