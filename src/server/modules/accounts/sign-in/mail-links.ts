import { createHash, randomBytes } from 'node:crypto';
import { type WallClock, hourMs, minuteMs } from '#domain/time.ts';
import type { Language } from '#domain/language.ts';
import type { Transaction } from '#server/database/connection.ts';
import type { QueueMail } from '#server/modules/mail/mail.api.ts';
import { type FoundLink, insertLink, type LinkRow, supersedeLinks } from '../account-links.repository.ts';
import { lockUser, type UserRow } from '../accounts.repository.ts';

export const linkLifetimeMs = { activation: 24 * hourMs, reset: 10 * minuteMs, email_change: 24 * hourMs } as const;

/**
 * Creates the secret of a link for an address of the user in the caller's transaction; older links of
 * its purpose are invalidated.
 */
type CreateLink = (
  tx: Transaction,
  user: Pick<UserRow, 'id' | 'email'>,
  purpose: LinkRow['purpose'],
) => Promise<string>;

export const createCreateLink =
  ({ clock }: { readonly clock: WallClock }): CreateLink =>
  async (tx, { id: userId, email }, purpose) => {
    const token = randomBytes(32).toString('base64url');
    const createdAt = new Date(clock.now());
    const expiresAt = new Date(createdAt.getTime() + linkLifetimeMs[purpose]);
    await lockUser(tx, userId);
    await supersedeLinks(tx, userId, purpose, createdAt);
    await insertLink(tx, { tokenHash: hashOfLink(token), userId, purpose, email, createdAt, expiresAt });
    return token;
  };

type MailedPurpose = Exclude<LinkRow['purpose'], 'email_change'>;

/** Mails such a link to the user's address. */
export type MailLink = (
  tx: Transaction,
  user: Pick<UserRow, 'id' | 'email'>,
  purpose: MailedPurpose,
  lang: Language,
) => Promise<void>;

interface MailLinkDependencies {
  readonly publicUrl: string;
  readonly createLink: CreateLink;
  readonly queueMail: QueueMail;
}

export const createMailLink =
  ({ publicUrl, createLink, queueMail }: MailLinkDependencies): MailLink =>
  async (tx, user, purpose, lang) => {
    const token = await createLink(tx, user, purpose);
    const link = getAddress(publicUrl, purpose, token, lang);
    await queueMail(tx, { userId: user.id, to: user.email, lang, kind: purpose, link });
  };

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
