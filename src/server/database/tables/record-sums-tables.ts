import type { DayEquity } from '#domain/statistics/day-equity.ts';
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import { aiModelKeys } from '#domain/signals/ai-model.ts';
import { outcomes } from '#domain/signals/outcome.ts';
import type { DaySums, RecordSums } from '#domain/statistics/day-sums.ts';
import type { ShadowHours } from '#domain/statistics/equity-hours.ts';
import type { ShadowTally } from '#domain/statistics/shadow-tally.ts';
import { instant } from '../columns.ts';

/** Sums with the shadow tallies as a list, which JSON can hold. */
export interface StoredSums<Sums extends { readonly signals: unknown }> {
  readonly signals: Sums['signals'];
  readonly shadow: readonly ShadowTally[];
}

/**
 * Precomputed sums over the record, so that readers of figures do not wait for a count. Everything
 * is derived from the leaves and can be deleted: it is then recomputed.
 */

/**
 * Counting progress of the tables below but `record_proofs`; updated in the same transaction as they are. One row.
 */
export const recordProgress = pgTable(
  'record_progress',
  {
    id: smallint().notNull().default(1),
    /** The index of the first leaf that is not counted. */
    countedTo: bigint({ mode: 'number' }).notNull(),
  },
  (t) => [
    primaryKey({ name: 'record_progress__id', columns: [t.id] }),
    check('record_progress__only_one', sql`${t.id} = 1`),
  ],
);

/**
 * The signal end that counts for each forecast, however many users received it: that of the first
 * one issued.
 */
export const recordForecasts = pgTable(
  'record_forecasts',
  {
    /** Feed, model, version, pair, duration and minute of issue. */
    key: text().notNull(),
    signalId: uuid().notNull(),
    leafIndex: bigint({ mode: 'number' }).notNull(),
    feed: text().notNull(),
    model: text({ enum: aiModelKeys }).notNull(),
    passability: doublePrecision().notNull(),
    /** False: practice. */
    hasEdge: boolean().notNull(),
    endedAt: instant().notNull(),
    result: text({ enum: outcomes }).notNull(),
  },
  (t) => [
    primaryKey({ name: 'record_forecasts__key', columns: [t.key] }),
    index('record_forecasts__feed_ended_at_idx').on(t.feed, t.endedAt),
  ],
);

/** Sums of one UTC day of a market. */
export const recordDays = pgTable(
  'record_days',
  {
    feed: text().notNull(),
    /** Days since 1970. */
    day: integer().notNull(),
    /** Progress at the last change: only leaves below this index have changed the row. */
    countedTo: bigint({ mode: 'number' }).notNull(),
    sums: jsonb().$type<StoredSums<DaySums>>().notNull(),
    /** By model: result of one stake on each forecast over the whole day. */
    equity: jsonb().$type<DayEquity>().notNull(),
    /** Settled minutes of forecasts stated on it. */
    minutes: integer().notNull(),
    /** The equity of shadow forecasts. */
    shadowHours: jsonb().$type<ShadowHours>().notNull(),
    shadowEquity: jsonb().$type<DayEquity>().notNull(),
  },
  (t) => [primaryKey({ name: 'record_days__feed_day', columns: [t.feed, t.day] })],
);

/**
 * Statements of one UTC day of issue that witnesses saw in time, and those that they did not, by
 * the quorum when they expired. A minute counts for each model that states something in it.
 */
export const recordProofs = pgTable(
  'record_proofs',
  {
    feed: text().notNull(),
    /** Days since 1970. */
    day: integer().notNull(),
    model: text().notNull(),
    signalsProven: integer().notNull(),
    signalsUnproven: integer().notNull(),
    minutesProven: integer().notNull(),
    minutesUnproven: integer().notNull(),
    /** The index after the last counted leaf; the greatest one is the progress of this table. */
    countedTo: bigint({ mode: 'number' }).notNull(),
  },
  (t) => [
    primaryKey({ name: 'record_proofs__feed_day_model', columns: [t.feed, t.day, t.model] }),
    index('record_proofs__counted_to_idx').on(t.countedTo),
  ],
);

/** Sums over all days of a market. */
export const recordTotals = pgTable(
  'record_totals',
  {
    feed: text().notNull(),
    countedTo: bigint({ mode: 'number' }).notNull(),
    sums: jsonb().$type<StoredSums<RecordSums>>().notNull(),
  },
  (t) => [primaryKey({ name: 'record_totals__feed', columns: [t.feed] })],
);
