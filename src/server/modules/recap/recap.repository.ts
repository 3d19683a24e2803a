import { and, asc, eq, isNull, lt, notExists } from 'drizzle-orm';
import type { Language } from '#domain/language.ts';
import type { Database, Transaction } from '#server/database/connection.ts';
import {
  digestMails,
  digestSubscriptions,
  recapMails,
  recapSubscriptions,
} from '#server/database/tables/recap-tables.ts';
import { users } from '#server/database/schema.ts';

/** Who wants a mail, and who has which. */
export interface Mailing {
  hasSubscription(db: Database, userId: string): Promise<boolean>;
  insertSubscription(db: Database, userId: string, since: Date): Promise<void>;
  deleteSubscription(db: Database, userId: string): Promise<void>;
  /**
   * Users with an active account who wanted the mail before `before` and have none of `day` yet. Not
   * those who excluded themselves at the broker.
   */
  listDue(db: Database, due: { day: string; before: Date; limit: number }): Promise<Subscriber[]>;
  /** False: the user has a mail of that day, perhaps by another process. */
  insertMail(tx: Transaction, mail: typeof recapMails.$inferInsert): Promise<boolean>;
}

export interface Subscriber {
  readonly userId: string;
  readonly email: string;
  readonly lang: Language;
}

interface Tables {
  readonly subscriptions: typeof recapSubscriptions | typeof digestSubscriptions;
  readonly mails: typeof recapMails | typeof digestMails;
}

const toMailing = ({ subscriptions, mails }: Tables): Mailing => ({
  hasSubscription: async (db, userId) =>
    (await db.select().from(subscriptions).where(eq(subscriptions.userId, userId))).length > 0,
  insertSubscription: async (db, userId, since) => {
    await db.insert(subscriptions).values({ userId, since }).onConflictDoNothing();
  },
  deleteSubscription: async (db, userId) => {
    await db.delete(subscriptions).where(eq(subscriptions.userId, userId));
  },
  listDue: (db, { day, before, limit }) =>
    db
      .select({ userId: users.id, email: users.email, lang: users.lang })
      .from(subscriptions)
      .innerJoin(users, eq(users.id, subscriptions.userId))
      .where(
        and(
          lt(subscriptions.since, before),
          eq(users.isActivated, true),
          eq(users.isBlocked, false),
          eq(users.isSelfExcluded, false),
          isNull(users.deletedAt),
          notExists(
            db
              .select()
              .from(mails)
              .where(and(eq(mails.userId, users.id), eq(mails.day, day))),
          ),
        ),
      )
      .orderBy(asc(users.id))
      .limit(limit),
  insertMail: async (tx, mail) => (await tx.insert(mails).values(mail).onConflictDoNothing().returning()).length > 0,
});

export const recapMailing = toMailing({ subscriptions: recapSubscriptions, mails: recapMails });
export const digestMailing = toMailing({ subscriptions: digestSubscriptions, mails: digestMails });
