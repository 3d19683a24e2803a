import { date, index, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../columns.ts';
import { userForeignKey } from '../schema.ts';

/** Users who want the weekly digest of their results by mail. No row: not wanted. */
export const digestSubscriptions = pgTable(
  'digest_subscriptions',
  { userId: uuid().notNull(), since: instant().notNull() },
  (t) => [
    primaryKey({ name: 'digest_subscriptions__user_id', columns: [t.userId] }),
    userForeignKey('digest_subscriptions__user_id_fk', t.userId),
  ],
);

/** Weeks that were summed up for a user, as a mail or, without results, as none. */
export const digestMails = pgTable(
  'digest_mails',
  {
    userId: uuid().notNull(),
    /** The Monday after the week. */
    day: date().notNull(),
    queuedAt: instant().notNull(),
  },
  (t) => [
    primaryKey({ name: 'digest_mails__user_id_day', columns: [t.userId, t.day] }),
    userForeignKey('digest_mails__user_id_fk', t.userId),
    index('digest_mails__queued_at_idx').on(t.queuedAt),
  ],
);
