import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, primaryKey, smallint, text, unique, uuid } from 'drizzle-orm/pg-core';
import { reviewStatuses } from '#contract/reviews.ts';
import { checkValues, instant } from '../columns.ts';
import { userForeignKey } from '../schema.ts';

/** Reviews of the product, one a user: a new text replaces it, and waits for a decision again. */
export const reviews = pgTable(
  'reviews',
  {
    id: uuid().notNull(),
    userId: uuid().notNull(),
    rating: smallint().notNull(),
    text: text().notNull(),
    /** Settled signals of the author at that time. */
    signals: integer().notNull(),
    writtenAt: instant().notNull(),
    status: text({ enum: reviewStatuses }).notNull(),
  },
  (t) => [
    primaryKey({ name: 'reviews__id', columns: [t.id] }),
    userForeignKey('reviews__user_id', t.userId),
    unique('reviews__one_a_user').on(t.userId),
    index('reviews__status_written_at_idx').on(t.status, t.writtenAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    check('reviews__rating', sql`${t.rating} between 1 and 5`),
    check('reviews__text', sql`length(${t.text}) between 1 and 1000`),
    checkValues('reviews__status', t.status, reviewStatuses),
    check('reviews__signals', sql`${t.signals} >= 1`),
  ],
);
