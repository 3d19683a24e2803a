import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { hourMs } from '#domain/time.ts';
import type { Transaction } from '#server/database/connection.ts';
import type { AccountsContext } from '../accounts-context.ts';
import { findUserByEmail, insertUserIfAbsent, lockUser, type UserRow } from '../accounts.repository.ts';

/*
 * Links that a start prints for the addresses of ADMIN_EMAILS, to set their passwords without a
 * mail. Derived from SECRET and stored nowhere: what ends one is a proven password of its address.
 */

const lifetimeMs = 24 * hourMs;

/** One for each address without a proven password. */
export async function listAdminLinks(
  ctx: AccountsContext,
): Promise<readonly { readonly email: string; readonly link: string }[]> {
  const { adminEmails, publicUrl } = ctx.config;
  const expiresAt = (ctx.clock.now() + lifetimeMs).toString(36);
  const open = await Promise.all(adminEmails.map((email) => isOpen(ctx, email)));
  return adminEmails
    .filter((_, index) => open[index])
    .map((email) => ({ email, link: `${publicUrl}/uk/reset-password#link=${getSecret(ctx, email, expiresAt)}` }));
}

/** The address that the secret of a link is for; null: not such a link, or no longer valid. */
export async function findAdminEmail(ctx: AccountsContext, given: string): Promise<string | null> {
  const expiresAt = /^([\da-z]{1,11})-/.exec(given)?.[1];
  if (expiresAt === undefined || Number.parseInt(expiresAt, 36) <= ctx.clock.now()) return null;
  const email = ctx.config.adminEmails.find((one) => isSame(getSecret(ctx, one, expiresAt), given));
  return email !== undefined && (await isOpen(ctx, email)) ? email : null;
}

/** The account of the address, locked, or a new one; null: its password was set meanwhile. */
export async function openAdminAccount(
  { clock }: AccountsContext,
  tx: Transaction,
  email: string,
): Promise<UserRow | null> {
  await insertUserIfAbsent(tx, { id: randomUUID(), email, lang: 'uk', createdAt: new Date(clock.now()) });
  const found = await findUserByEmail(tx, email);
  const user = found && (await lockUser(tx, found.id));
  return user && user.email === found.email && user.passwordProvenAt === null ? user : null;
}

function getSecret({ config }: AccountsContext, email: string, expiresAt: string): string {
  const key = createHmac('sha256', config.secret).update('administrator link').digest();
  return `${expiresAt}-${createHmac('sha256', key).update(`${expiresAt} ${email}`).digest('base64url')}`;
}

const isOpen = async ({ db }: AccountsContext, email: string): Promise<boolean> =>
  !(await findUserByEmail(db, email))?.passwordProvenAt;

const isSame = (one: string, other: string): boolean => {
  const [first, second] = [Buffer.from(one), Buffer.from(other)];
  return first.length === second.length && timingSafeEqual(first, second);
};
