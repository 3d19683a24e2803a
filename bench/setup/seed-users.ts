import { randomUUID } from 'node:crypto';
import type { Database } from '#server/database/connection.ts';
import { sessions, users } from '#server/database/schema.ts';
import { newTokens } from '#server/modules/accounts/sessions/tokens.ts';
import { hourMs } from '#domain/time.ts';

const batch = 2_000;

/** Users with signal access. Returns their ids. */
export async function seedUsers(db: Database, count: number): Promise<string[]> {
  const now = new Date();
  const rows = Array.from({ length: count }, () => {
    const id = randomUUID();
    return {
      id,
      email: `${id}@kurs.example`,
      passwordHash: 'none',
      lang: 'en' as const,
      isActivated: true,
      referralId: id,
      balance: 1_000,
      balanceCheckedAt: now,
      createdAt: now,
    };
  });
  for (let i = 0; i < count; i += batch) await db.insert(users).values(rows.slice(i, i + batch));
  return rows.map(({ id }) => id);
}

/** One login session per user, and the access token that a login would have issued. */
export async function seedTokens(db: Database, userIds: readonly string[], secret: string): Promise<string[]> {
  const tokens = newTokens(secret);
  const createdAt = new Date();
  const expiresAt = new Date(createdAt.getTime() + hourMs);
  const rows = userIds.map((userId) => ({ id: randomUUID(), userId, createdAt, expiresAt }));
  for (let i = 0; i < rows.length; i += batch) await db.insert(sessions).values(rows.slice(i, i + batch));
  return Promise.all(rows.map(({ id, userId }) => tokens.issueAccess({ userId, sessionId: id }, Date.now())));
}
