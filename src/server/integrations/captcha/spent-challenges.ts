import { lte } from 'drizzle-orm';
import type { Clock } from '#domain/clock.ts';
import type { Database } from '#server/database/connection.ts';
import { spentChallenges } from '#server/database/schema.ts';

/** True the first time only, in every process together: the primary key decides. */
export type SpendChallenge = (signature: string, expiresAt: Date) => Promise<boolean>;

/** Expired ones are removed once in so many: they are refused for their age. */
const cleanedEvery = 500;

export function createSpendChallenge({ db, clock }: { db: Database; clock: Clock }): SpendChallenge {
  let spent = 0;
  return async (signature, expiresAt) => {
    spent += 1;
    if (spent % cleanedEvery === 0)
      await db.delete(spentChallenges).where(lte(spentChallenges.expiresAt, new Date(clock.now())));
    const inserted = await db
      .insert(spentChallenges)
      .values({ signature, expiresAt })
      .onConflictDoNothing()
      .returning();
    return inserted.length > 0;
  };
}
