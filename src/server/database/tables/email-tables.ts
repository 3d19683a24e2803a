import { sql } from 'drizzle-orm';
import { index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { bytes, instant } from '../columns.ts';
import { userForeignKey } from '../schema.ts';

/**
 * Requested and made changes of the address of an account. The secrets of the links in its mails are
 * stored as hashes.
 */
export const emailChanges = pgTable(
  'email_changes',
  {
    id: uuid().notNull(),
    userId: uuid().notNull(),
    /** The login session that asked for it, which stays when the others end. */
    sessionId: uuid().notNull(),
    oldEmail: text().notNull(),
    newEmail: text().notNull(),
    oldHash: bytes().notNull(),
    /** Null: the new address was taken, so no link was sent to it. */
    newHash: bytes(),
    /** Null: not changed, or an earlier change was undone. */
    undoHash: bytes(),
    requestedAt: instant().notNull(),
    oldConfirmedAt: instant(),
    newConfirmedAt: instant(),
    changedAt: instant(),
    /** Superseded, or undone. */
    endedAt: instant(),
  },
  (t) => [
    primaryKey({ name: 'email_changes__id', columns: [t.id] }),
    userForeignKey('email_changes__user_id_fk', t.userId),
    index('email_changes__user_id_idx').on(t.userId),
    index('email_changes__requested_at_idx').on(t.requestedAt),
    /** Addresses that can still be restored. */
    index('email_changes__old_email_idx').on(sql`lower(${t.oldEmail})`),
  ],
);
