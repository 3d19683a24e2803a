import type { Database } from '#server/database/connection.ts';
import { spentChallenges } from '#server/database/tables/attempt-tables.ts';

/** True only the first time across all processes: the primary key decides. */
export type SpendChallenge = (signature: string, expiresAt: Date) => Promise<boolean>;

export const createSpendChallenge =
  (db: Database): SpendChallenge =>
  async (signature, expiresAt) => {
    const inserted = await db
      .insert(spentChallenges)
      .values({ signature, expiresAt })
      .onConflictDoNothing()
      .returning();
    return inserted.length > 0;
  };
