import { and, asc, eq, isNull, lt, notExists } from 'drizzle-orm';
import type { Language } from '#domain/language.ts';
import type { Database, Transaction } from '#server/database/connection.ts';
import { recapMails, recapSubscriptions } from '#server/database/recap-tables.ts';
import { users } from '#server/database/schema.ts';

export const hasSubscription = async (db: Database, userId: string): Promise<boolean> =>
  (await db.select().from(recapSubscriptions).where(eq(recapSubscriptions.userId, userId))).length > 0;

export const insertSubscription = async (db: Database, userId: string, since: Date): Promise<void> => {
  await db.insert(recapSubscriptions).values({ userId, since }).onConflictDoNothing();
};

export const deleteSubscription = async (db: Database, userId: string): Promise<void> => {
  await db.delete(recapSubscriptions).where(eq(recapSubscriptions.userId, userId));
};

export interface Subscriber {
  readonly userId: string;
  readonly email: string;
  readonly lang: Language;
}

/**
 * Users with an active account who wanted the recap before `before` and have none of `day` yet. Not
 * those who excluded themselves at the broker.
 */
export const listDueSubscribers = (
  db: Database,
  { day, before, limit }: { day: string; before: Date; limit: number },
): Promise<Subscriber[]> =>
  db
    .select({ userId: users.id, email: users.email, lang: users.lang })
    .from(recapSubscriptions)
    .innerJoin(users, eq(users.id, recapSubscriptions.userId))
    .where(
      and(
        lt(recapSubscriptions.since, before),
        eq(users.isActivated, true),
        eq(users.isBlocked, false),
        eq(users.isSelfExcluded, false),
        isNull(users.deletedAt),
        notExists(
          db
            .select()
            .from(recapMails)
            .where(and(eq(recapMails.userId, users.id), eq(recapMails.day, day))),
        ),
      ),
    )
    .orderBy(asc(users.id))
    .limit(limit);

/** False: the user has a mail of that day, perhaps by another process. */
export const insertRecapMail = async (tx: Transaction, mail: typeof recapMails.$inferInsert): Promise<boolean> =>
  (await tx.insert(recapMails).values(mail).onConflictDoNothing().returning()).length > 0;
