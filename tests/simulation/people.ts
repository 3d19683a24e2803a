import { dayMs } from '#domain/time.ts';
import type { Database } from '#server/database/connection.ts';
import { sessions, users } from '#server/database/schema.ts';

export const userId = (place: number): string => `00000000-0000-4000-8000-00000000000${place.toString(16)}`;
export const getEmail = (id: string): string => `user-${id.slice(-1)}@kurs.example`;

/** Accounts with access to signals. */
export async function insertPeople(db: Database, ids: readonly string[], checkedAt: number): Promise<void> {
  const rows = ids.map((id) => ({
    id,
    email: getEmail(id),
    passwordHash: 'none',
    lang: 'en' as const,
    isActivated: true,
    referralId: String(7_000_000 + Number.parseInt(id.slice(-1), 16)),
    balance: 100,
    balanceCheckedAt: new Date(checkedAt),
    createdAt: new Date(0),
  }));
  await db.insert(users).values(rows);
  // Each has one login session, with the id of its user.
  const ofLogin = { createdAt: new Date(0), expiresAt: new Date(checkedAt + dayMs) };
  await db.insert(sessions).values(ids.map((id) => ({ id, userId: id, ...ofLogin })));
}
