import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { hourMs } from '#domain/time.ts';
import type { Transaction } from '#server/database/connection.ts';
import type { Platform } from '#server/start/platform.ts';
import { findUserByEmail, insertUserIfAbsent, lockUser, type UserRow } from '../accounts.repository.ts';

const lifetimeMs = 24 * hourMs;

interface AdminLinksDependencies extends Pick<Platform, 'db' | 'clock'> {
  readonly secret: string;
  readonly publicUrl: string;
  /** Lower case. */
  readonly adminEmails: readonly string[];
}

/**
 * Links that a start prints for the addresses of ADMIN_EMAILS, to set their passwords without a
 * mail. Derived from SECRET and stored nowhere: what ends one is a proven password of its address.
 */
export function createAdminLinks({ db, clock, secret, publicUrl, adminEmails }: AdminLinksDependencies) {
  const key = createHmac('sha256', secret).update('administrator link').digest();
  const getSecret = (email: string, expiresAt: string): string =>
    `${expiresAt}-${createHmac('sha256', key).update(`${expiresAt} ${email}`).digest('base64url')}`;
  const isOpen = async (email: string): Promise<boolean> => !isProven(await findUserByEmail(db, email));

  return {
    /** One for each address without a proven password. */
    list: async (): Promise<readonly { readonly email: string; readonly link: string }[]> => {
      const expiresAt = (clock.now() + lifetimeMs).toString(36);
      const open = await Promise.all(adminEmails.map(isOpen));
      return adminEmails
        .filter((_, index) => open[index])
        .map((email) => ({ email, link: `${publicUrl}/uk/reset-password#link=${getSecret(email, expiresAt)}` }));
    },
    /** The address that the secret of a link is for; null: not such a link, or no longer valid. */
    findEmail: async (given: string): Promise<string | null> => {
      const expiresAt = /^([\da-z]{1,11})-/.exec(given)?.[1];
      if (expiresAt === undefined || Number.parseInt(expiresAt, 36) <= clock.now()) return null;
      const email = adminEmails.find((one) => isSame(getSecret(one, expiresAt), given));
      return email !== undefined && (await isOpen(email)) ? email : null;
    },
    /** The account of the address, locked, or a new one; null: its password was set meanwhile. */
    openAccount: async (tx: Transaction, email: string): Promise<UserRow | null> => {
      const created = { id: randomUUID(), email, lang: 'uk' as const, createdAt: new Date(clock.now()) };
      await insertUserIfAbsent(tx, created);
      const found = await findUserByEmail(tx, email);
      const user = found && (await lockUser(tx, found.id));
      return user && user.email === found.email && !isProven(user) ? user : null;
    },
  };
}

const isProven = (user: UserRow | undefined): boolean => user !== undefined && user.passwordProvenAt !== null;

const isSame = (one: string, other: string): boolean => {
  const [first, second] = [Buffer.from(one), Buffer.from(other)];
  return first.length === second.length && timingSafeEqual(first, second);
};
