import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, primaryKey, smallint, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { rejectionReasons, reviewStatuses } from '#domain/accounts/review.ts';
import { checkValues, instant } from '../columns.ts';
import { userForeignKey } from '../schema.ts';

const statuses = [...reviewStatuses, 'replaced'] as const;

/**
 * Reviews of the product by users. Each user has one pending or published review; an edited one is
 * replaced by a new row, and rejected ones are retained so that their share can be published.
 */
export const reviews = pgTable(
  'reviews',
  {
    id: uuid().notNull(),
    userId: uuid().notNull(),
    rating: smallint().notNull(),
    text: text().notNull(),
    /** Display name chosen by the author; null: the first letter of the address. */
    name: text(),
    /** Settled signals of the author at that time, and when the first was issued. */
    signals: integer().notNull(),
    firstSignalAt: instant().notNull(),
    writtenAt: instant().notNull(),
    status: text({ enum: statuses }).notNull(),
    refusedFor: text({ enum: rejectionReasons }),
    reply: text(),
    decidedAt: instant(),
  },
  (t) => [
    primaryKey({ name: 'reviews__id', columns: [t.id] }),
    userForeignKey('reviews__user_id', t.userId),
    uniqueIndex('reviews__one_a_user').on(t.userId).where(sql`${t.status} in ('pending', 'published')`),
    index('reviews__user_id_written_at_idx').on(t.userId, t.writtenAt.desc().nullsFirst()),
    index('reviews__status_written_at_idx').on(t.status, t.writtenAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    check('reviews__rating', sql`${t.rating} between 1 and 5`),
    check('reviews__text', sql`length(${t.text}) between 1 and 1000`),
    checkValues('reviews__status', t.status, statuses),
    check('reviews__refused_for', sql`(${t.status} = 'refused') = (${t.refusedFor} is not null)`),
    check('reviews__signals', sql`${t.signals} >= 1`),
  ],
);
