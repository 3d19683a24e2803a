import type { z } from 'zod';
import type { EmailBody, EmailChangeBody, PendingEmailChange } from '#contract/accounts.ts';
import { toInstant } from '#contract/wire.ts';
import { linkLifetimeMs } from '#domain/accounts/mail.ts';
import { inTransaction, type UnitOfWork } from '#server/database/connection.ts';
import { apiError } from '#server/http/api-error.ts';
import { writeAudit } from '#server/modules/audit/write-audit.ts';
import { type FoundLink, findLinkForUpdate, markLinkUsed } from './account-links.repository.ts';
import { accountLimits } from './account-limits.ts';
import { type AccountsContext, runAfterAnswer } from './accounts-context.ts';
import type { CallingSession } from './accounts.api.ts';
import {
  findUser,
  findUserByEmail,
  lockUser,
  markPasswordProven,
  updateEmail,
  type UserRow,
} from './accounts.repository.ts';
import { endSessions, invalidateUser } from './sessions/sessions.ts';
import { issueLink, hashOfLink, mailLink, notifyOwner } from './sign-in/mail-links.ts';
import { requireSolved } from './sign-in/register.ts';

/** Corrects the address before activation; links to the older one are invalidated. */
export async function correctEmail(
  ctx: AccountsContext,
  userId: string,
  { email, lang, captcha }: z.infer<typeof EmailBody>,
): Promise<UserRow> {
  const { db, attempts } = ctx;
  if ((await findUser(db, userId))?.isActivated) throw apiError('already_activated');
  await attempts.take('change-email', userId, accountLimits.emailChanges);
  await requireSolved(ctx.captcha, captcha);
  const changed = await inTransaction(db, async ({ tx }) => {
    if ((await lockUser(tx, userId)).isActivated) throw apiError('already_activated');
    const updated = await updateEmail(tx, userId, email);
    if (updated) await mailLink(ctx, tx, updated, 'activation', lang);
    return updated;
  });
  if (!changed) {
    const owner = await findUserByEmail(db, email);
    if (owner) await notifyOwner(ctx, owner);
    throw apiError('email_taken');
  }
  invalidateUser(ctx, userId);
  return changed;
}

type Form = z.infer<typeof EmailChangeBody>;

/**
 * Another address for an activated account: mails a link to the new address and a notice to the
 * current one; the same for an address with an account.
 */
export async function requestEmailChange(
  ctx: AccountsContext,
  { user: { id: userId }, sessionId }: CallingSession,
  form: Form,
): Promise<PendingEmailChange> {
  const { db, attempts, config } = ctx;
  const { queueMail } = ctx.mail;
  await attempts.take('password-of-session', sessionId, accountLimits.passwordsOfSession);
  const { email, lang } = form;
  const known = await requireOwner(ctx, userId, form);
  await attempts.take('email-change', userId, accountLimits.emailChanges);
  const now = new Date(ctx.clock.now());
  const owner = await inTransaction(db, async ({ tx }) => {
    const user = await lockUser(tx, userId);
    if (user.passwordHash !== known.passwordHash || user.email !== known.email) throw apiError('wrong_password');
    const found = await findUserByEmail(tx, email);
    const token = await issueLink(ctx, tx, { id: userId, email }, 'email_change');
    await queueMail(tx, { userId, lang, to: user.email, kind: 'email_change_old', newEmail: email });
    const link = `${config.publicUrl}/${lang}/email-change?link=${token}`;
    if (!found) await queueMail(tx, { userId, lang, to: email, kind: 'email_change_new', link });
    await writeAudit(tx, { actorId: userId, action: 'user.requestEmail', targetId: userId, at: now });
    return found;
  });
  if (owner) runAfterAnswer(ctx, 'email-change', () => notifyOwner(ctx, owner));
  return { email, expiresAt: toInstant(now.getTime() + linkLifetimeMs.email_change) };
}

async function requireOwner(
  { db, passwords }: AccountsContext,
  userId: string,
  { email, password }: Form,
): Promise<UserRow> {
  const user = await findUser(db, userId);
  if (!user || user.deletedAt) throw apiError('unauthenticated');
  if (!user.isActivated) throw apiError('email_not_activated');
  if (!(await passwords.isRight(password, user.passwordHash))) throw apiError('wrong_password');
  if (user.email.toLowerCase() === email) throw apiError('email_taken');
  return user;
}

/**
 * Confirmed from the mailbox of the new address by the signed-in user. Every other login session
 * ends. Returns the new address.
 */
export async function confirmEmailChange(
  ctx: AccountsContext,
  { user, sessionId }: CallingSession,
  link: string,
  address: string,
): Promise<string> {
  await ctx.attempts.take('link', address, accountLimits.links);
  const email = await inTransaction(ctx.db, async (work) => {
    const found = await findLinkForUpdate(work.tx, hashOfLink(link), 'email_change');
    if (!found) return null;
    // The reader of the new mailbox has to be the user.
    if (found.user.id !== user.id) throw apiError('unauthenticated');
    return (await changeEmail(ctx, work, found, sessionId)) ? found.link.email : null;
  });
  if (email === null) throw apiError('link_invalid');
  invalidateUser(ctx, user.id);
  return email;
}

/** True once the address is changed; a link that was used answers the same again. */
async function changeEmail(
  ctx: AccountsContext,
  work: UnitOfWork,
  { user, link }: FoundLink,
  sessionId: string,
): Promise<boolean> {
  const { tx } = work;
  const now = new Date(ctx.clock.now());
  if (link.usedAt !== null) return user.email === link.email;
  if (link.supersededAt !== null || link.expiresAt <= now) return false;
  if (!(await updateEmail(tx, user.id, link.email))) throw apiError('email_taken');
  await markPasswordProven(tx, user.id, now);
  await endSessions(ctx, work, user.id, sessionId);
  await markLinkUsed(tx, link.tokenHash, now);
  const mail = { userId: user.id, to: user.email, lang: user.lang, kind: 'email_changed' } as const;
  await ctx.mail.queueMail(tx, { ...mail, newEmail: link.email, at: toInstant(now.getTime()) });
  await writeAudit(tx, { actorId: user.id, action: 'user.changeEmail', targetId: user.id, at: now });
  return true;
}
