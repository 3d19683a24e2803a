import { sql } from 'drizzle-orm';
import { check, pgTable, smallint, text, unique, uuid } from 'drizzle-orm/pg-core';
import { payoutPercent } from '#domain/signals/edge.ts';
import { instant } from '../columns.ts';
import { userForeignKey } from '../schema.ts';

/** What a trader's broker pays on a win, as the trader says. */
export const payouts = pgTable(
  'payouts',
  {
    userId: uuid().notNull(),
    /** Null: every pair without a row of its own. */
    symbol: text(),
    /** Of the stake. */
    percent: smallint().notNull(),
    updatedAt: instant().notNull(),
  },
  (t) => [
    unique('payouts__user_id_symbol').on(t.userId, t.symbol).nullsNotDistinct(),
    userForeignKey('payouts__user_id_fk', t.userId),
    check('payouts__percent', sql`${t.percent} between ${sql.raw(`${payoutPercent.min} and ${payoutPercent.max}`)}`),
  ],
);
