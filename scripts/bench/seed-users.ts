import { randomUUID } from 'node:crypto';
import type { Database } from '#server/database/connection.ts';
import { sessions, users } from '#server/database/schema.ts';
import { createTokens } from '#server/modules/accounts/tokens.ts';

const batch = 2_000;

/** Users with access to signals. Returns their ids. */
export async function seedUsers(db: Database, count: number): Promise<string[]> {
  const now = new Date();
  const rows = Array.from({ length: count }, () => {
    const id = randomUUID();
    return {
      id,
      email: `${id}@kurs.example`,
      passwordHash: 'none',
      lang: 'en',
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

/** A session each, and the access token that login would have given. */
export async function seedTokens(db: Database, userIds: readonly string[], secret: string): Promise<string[]> {
  const now = new Date();
  const expiresAt = new Date(now.getTime() + 3_600_000);
  const rows = userIds.map((userId) => ({ id: randomUUID(), userId, createdAt: now, expiresAt }));
  for (let i = 0; i < rows.length; i += batch) await db.insert(sessions).values(rows.slice(i, i + batch));
  const tokens = createTokens({ secret, clock: Date });
  return Promise.all(rows.map(({ id, userId }) => tokens.issueAccess({ userId, sessionId: id })));
}
