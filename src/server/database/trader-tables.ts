import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  date,
  foreignKey,
  index,
  numeric,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { traderCheckStates } from '#domain/accounts/trader-check.ts';
import { instant, users } from './schema.ts';

/** What the broker said of a confirmed trader's money, whenever it changed, and once an hour while it does not. */
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
    index('balance_history__at_idx').on(t.at).concurrently(),
    foreignKey({ name: 'balance_history__user_id', columns: [t.userId], foreignColumns: [users.id] }).onDelete(
      'cascade',
    ),
  ],
);

/** Checks that go on by themselves while a person is away. One runs a user: the one that has a next time. */
export const traderChecks = pgTable(
  'trader_checks',
  {
    id: uuid().notNull(),
    userId: uuid().notNull(),
    kind: text({ enum: ['claim', 'balance'] }).notNull(),
    traderId: text().notNull(),
    state: text({ enum: traderCheckStates }).notNull(),
    startedAt: instant().notNull(),
    answeredAt: instant(),
    attempts: smallint().notNull().default(0),
    /** Null: it has ended. */
    nextAt: instant(),
  },
  (t) => [
    primaryKey({ name: 'trader_checks__id', columns: [t.id] }),
    foreignKey({ name: 'trader_checks__user_id', columns: [t.userId], foreignColumns: [users.id] }).onDelete('cascade'),
    uniqueIndex('trader_checks__one_running_a_user').on(t.userId).where(sql`${t.nextAt} is not null`),
    index('trader_checks__user_id_started_at_idx').on(t.userId, t.startedAt.desc()),
    /** Whose claim of an id was refused because somebody else had it. */
    index('trader_checks__taken_idx').on(t.traderId).where(sql`${t.state} = 'taken'`).concurrently(),
    index('trader_checks__started_at_idx').on(t.startedAt).concurrently(),
    check('trader_checks__kind', sql`${t.kind} in ('claim', 'balance')`),
    check(
      'trader_checks__state',
      sql`${t.state} in ('checking', 'confirmed', 'not_found', 'taken', 'verified', 'below_minimum', 'given_up')`,
    ),
  ],
);

/** What the broker said at the end of each day: both figures count from the opening of the account. */
export const traderDays = pgTable(
  'trader_days',
  {
    userId: uuid().notNull(),
    traderId: text().notNull(),
    /** UTC. */
    day: date({ mode: 'string' }).notNull(),
    netTurnover: numeric({ precision: 16, scale: 2, mode: 'number' }).notNull(),
    /** Null: the broker did not tell. */
    commission: numeric({ precision: 16, scale: 2, mode: 'number' }),
    /** When the account was opened at the broker, if it told. */
    registeredAt: instant(),
  },
  (t) => [
    primaryKey({ name: 'trader_days__trader_id_day', columns: [t.traderId, t.day] }),
    foreignKey({ name: 'trader_days__user_id', columns: [t.userId], foreignColumns: [users.id] }).onDelete('cascade'),
    index('trader_days__user_id_idx').on(t.userId),
  ],
);
