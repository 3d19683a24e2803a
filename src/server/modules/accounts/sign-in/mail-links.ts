import { createHash, randomBytes } from 'node:crypto';
import { linkLifetimeMs } from '#domain/accounts/mail.ts';
import type { Language } from '#domain/language.ts';
import { inTransaction, type Transaction } from '#server/database/connection.ts';
import { type FoundLink, insertLink, type LinkRow, supersedeLinks } from '../account-links.repository.ts';
import { accountLimits } from '../account-limits.ts';
import type { AccountsContext } from '../accounts-context.ts';
import { lockUser, type UserRow } from '../accounts.repository.ts';

interface Addressee {
  readonly id: string;
  readonly email: string;
}

/**
 * Creates the secret of a link for an address of the user in the caller's transaction; older links of
 * its purpose are invalidated.
 */
export async function issueLink(
  { clock }: AccountsContext,
  tx: Transaction,
  { id: userId, email }: Addressee,
  purpose: LinkRow['purpose'],
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const createdAt = new Date(clock.now());
  const expiresAt = new Date(createdAt.getTime() + linkLifetimeMs[purpose]);
  await lockUser(tx, userId);
  if (purpose !== 'activation') await supersedeLinks(tx, userId, purpose, createdAt);
  await insertLink(tx, { tokenHash: hashOfLink(token), userId, purpose, email, createdAt, expiresAt });
  return token;
}

export type MailedPurpose = Exclude<LinkRow['purpose'], 'email_change'>;

/** Mails such a link to the user's address. */
export async function mailLink(
  ctx: AccountsContext,
  tx: Transaction,
  user: Addressee,
  purpose: MailedPurpose,
  lang: Language,
): Promise<void> {
  const token = await issueLink(ctx, tx, user, purpose);
  const link = getAddress(ctx.config.publicUrl, purpose, token, lang);
  await ctx.mail.queueMail(tx, { userId: user.id, to: user.email, lang, kind: purpose, link });
}

/**
 * The fragment of a reset link appears in no log and no Referer; a scanner that opens an activation
 * link does not consume it.
 */
const getAddress = (publicUrl: string, purpose: MailedPurpose, token: string, lang: Language): string =>
  purpose === 'activation'
    ? `${publicUrl}/api/auth/activate/${token}`
    : `${publicUrl}/${lang}/reset-password#link=${token}`;

export const hashOfLink = (token: string): Buffer => createHash('sha256').update(token).digest();

/** Neither used nor superseded nor expired, and the address it was sent to is still the account's. */
export const isLinkOpen = ({ link, user }: FoundLink, now: Date): boolean =>
  link.usedAt === null && link.supersededAt === null && link.expiresAt > now && link.email === user.email;

/** Notifies the owner of an address that someone tried to register it, max once an hour. */
export async function notifyOwner(
  { db, attempts, mail }: AccountsContext,
  { id, email, lang }: UserRow,
): Promise<void> {
  const { max, windowMs } = accountLimits.existingAccountMail;
  if ((await attempts.add('existing-notified', id, windowMs)) > max) return;
  await inTransaction(db, ({ tx }) => mail.queueMail(tx, { userId: id, to: email, lang, kind: 'account_exists' }));
}
