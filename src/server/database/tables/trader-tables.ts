import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  date,
  index,
  numeric,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { traderCheckStates } from '#domain/accounts/trader-claim.ts';
import { payoutPercent } from '#domain/signals/edge.ts';
import { checkValues, instant } from '../columns.ts';
import { userForeignKey } from '../schema.ts';

/**
 * A confirmed trader's money as reported by the broker: on every change, and once an hour without
 * one.
 */
export const balanceHistory = pgTable(
  'balance_history',
  {
    userId: uuid().notNull(),
    at: instant().notNull(),
    balance: numeric({ precision: 14, scale: 2, mode: 'number' }).notNull(),
    isSelfExcluded: boolean().notNull(),
  },
  (t) => [
    primaryKey({ name: 'balance_history__user_id_at', columns: [t.userId, t.at] }),
    index('balance_history__at_idx').on(t.at),
    userForeignKey('balance_history__user_id', t.userId),
  ],
);

const traderCheckKinds = ['claim', 'balance'] as const;

/**
 * Background checks that continue while the user is away. Each user has one active check: the one
 * with a next time.
 */
export const traderChecks = pgTable(
  'trader_checks',
  {
    id: uuid().notNull(),
    userId: uuid().notNull(),
    kind: text({ enum: traderCheckKinds }).notNull(),
    traderId: text().notNull(),
    state: text({ enum: traderCheckStates }).notNull(),
    startedAt: instant().notNull(),
    answeredAt: instant(),
    attempts: smallint().notNull().default(0),
    /** Null: the check has ended. */
    nextAt: instant(),
    /** To the user, of an administrator who refused the claim. */
    reason: text(),
  },
  (t) => [
    primaryKey({ name: 'trader_checks__id', columns: [t.id] }),
    userForeignKey('trader_checks__user_id', t.userId),
    uniqueIndex('trader_checks__one_running_a_user').on(t.userId).where(sql`${t.nextAt} is not null`),
    index('trader_checks__user_id_started_at_idx').on(t.userId, t.startedAt.desc()),
    /** Users whose claim of an ID was rejected because another user had it. */
    index('trader_checks__taken_idx').on(t.traderId).where(sql`${t.state} = 'taken'`),
    index('trader_checks__started_at_idx').on(t.startedAt),
    checkValues('trader_checks__kind', t.kind, traderCheckKinds),
    checkValues('trader_checks__state', t.state, traderCheckStates),
  ],
);

/**
 * What the partner's lists and administrators state of traders, where the broker has no interface
 * (BROKER=manual); also of traders whom no user has claimed yet.
 */
export const statedTraders = pgTable(
  'stated_traders',
  {
    traderId: text().notNull(),
    balance: numeric({ precision: 14, scale: 2, mode: 'number' }).notNull(),
    /** When the account was opened at the broker, if stated. */
    registeredAt: instant(),
    /** When the list was exported, or the balance confirmed by hand. */
    statedAt: instant().notNull(),
  },
  (t) => [
    primaryKey({ name: 'stated_traders__trader_id', columns: [t.traderId] }),
    index('stated_traders__stated_at_idx').on(t.statedAt),
  ],
);

/**
 * Totals reported by the broker at the end of each day, both cumulative since the account was
 * opened.
 */
export const traderDays = pgTable(
  'trader_days',
  {
    userId: uuid().notNull(),
    traderId: text().notNull(),
    /** UTC. */
    day: date({ mode: 'string' }).notNull(),
    netTurnover: numeric({ precision: 16, scale: 2, mode: 'number' }).notNull(),
    /** Null: not reported by the broker. */
    commission: numeric({ precision: 16, scale: 2, mode: 'number' }),
    /** The totals from which the day's gains count; null: of a column that was never reported. */
    turnoverBefore: numeric({ precision: 16, scale: 2, mode: 'number' }).notNull(),
    commissionBefore: numeric({ precision: 16, scale: 2, mode: 'number' }),
    /** When the account was opened at the broker, if reported. */
    registeredAt: instant(),
  },
  (t) => [
    primaryKey({ name: 'trader_days__trader_id_day', columns: [t.traderId, t.day] }),
    userForeignKey('trader_days__user_id', t.userId),
    index('trader_days__user_id_idx').on(t.userId),
    /** For reports of a period. */
    index('trader_days__day_idx').on(t.day),
  ],
);

/** The trader stopped signals until this instant; no row: never. */
export const dayStops = pgTable('day_stops', { userId: uuid().notNull(), stoppedUntil: instant().notNull() }, (t) => [
  primaryKey({ name: 'day_stops__user_id', columns: [t.userId] }),
  userForeignKey('day_stops__user_id_fk', t.userId),
]);

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
