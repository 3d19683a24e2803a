import { and, eq, gt, gte, inArray, sql } from 'drizzle-orm';
import type { EntryDelay, LateDelay } from '#domain/signals/late-entry.ts';
import { type DaySums, emptyDay, emptySums, type RecordSums } from '#domain/statistics/day-sums.ts';
import type { Database, Transaction } from '#server/database/connection.ts';
import { recordLateDays, recordLateTotals } from '#server/database/tables/record-sums-tables.ts';
import { type DayRow, findTotalsAfter, listDays, listDaySums, toStored, toSums } from './record-sums.repository.ts';

type Executor = Database | Transaction;

interface LateDay {
  readonly feed: string;
  readonly delay: LateDelay;
  readonly day: number;
  readonly countedTo: number;
  readonly sums: DaySums;
}

/** The sums of a day by delay; a delay of which nothing is counted is missing. */
export const findLateDay = async (tx: Transaction, feed: string, day: number): Promise<Map<LateDelay, DaySums>> => {
  const rows = await tx
    .select({ delay: recordLateDays.delay, sums: recordLateDays.sums })
    .from(recordLateDays)
    .where(and(eq(recordLateDays.feed, feed), eq(recordLateDays.day, day)));
  return new Map(rows.map(({ delay, sums }) => [delay, toSums(sums, emptyDay())]));
};

export const saveLateDays = async (tx: Transaction, days: readonly LateDay[]): Promise<void> => {
  await tx
    .insert(recordLateDays)
    .values(days.map(({ sums, ...row }) => ({ ...row, sums: toStored(sums) })))
    .onConflictDoUpdate({
      target: [recordLateDays.feed, recordLateDays.delay, recordLateDays.day],
      set: replaced,
    });
};

const replaced = { countedTo: sql`excluded.counted_to`, sums: sql`excluded.sums` };

/** As `listDays` of record-sums.repository.ts, for entries at a delay. */
export const listLateDays = (db: Executor, feed: string, delay: LateDelay, first: number) =>
  db
    .select({ day: recordLateDays.day, countedTo: recordLateDays.countedTo })
    .from(recordLateDays)
    .where(and(eq(recordLateDays.feed, feed), eq(recordLateDays.delay, delay), gte(recordLateDays.day, first)));

export const listLateDaySums = async (
  db: Executor,
  feed: string,
  delay: LateDelay,
  days: readonly number[],
): Promise<DayRow[]> =>
  (
    await db
      .select({ day: recordLateDays.day, countedTo: recordLateDays.countedTo, sums: recordLateDays.sums })
      .from(recordLateDays)
      .where(
        and(eq(recordLateDays.feed, feed), eq(recordLateDays.delay, delay), inArray(recordLateDays.day, [...days])),
      )
  ).map(({ sums, ...row }) => ({ ...row, sums: toSums(sums, emptyDay()) }));

/** Undefined: the totals have not changed since `countedTo`. */
export const findLateTotalsAfter = async (db: Executor, feed: string, delay: LateDelay, countedTo: number) => {
  const [row] = await db
    .select()
    .from(recordLateTotals)
    .where(
      and(
        eq(recordLateTotals.feed, feed),
        eq(recordLateTotals.delay, delay),
        gt(recordLateTotals.countedTo, countedTo),
      ),
    );
  return row && { countedTo: row.countedTo, sums: toSums(row.sums, emptySums()) };
};

interface LateTotals {
  readonly feed: string;
  readonly delay: LateDelay;
  readonly countedTo: number;
  readonly sums: RecordSums;
}

export const saveLateTotals = async (tx: Transaction, totals: readonly LateTotals[]): Promise<void> => {
  await tx
    .insert(recordLateTotals)
    .values(totals.map(({ sums, ...row }) => ({ ...row, sums: toStored(sums) })))
    .onConflictDoUpdate({ target: [recordLateTotals.feed, recordLateTotals.delay], set: replaced });
};

/** Days, sums and totals as record-sums.repository.ts lists them, for entries at any delay. */
export const listDaysAt = (db: Executor, feed: string, delay: EntryDelay, first: number) =>
  delay === 0 ? listDays(db, feed, first) : listLateDays(db, feed, delay, first);

export const listDaySumsAt = (
  db: Executor,
  feed: string,
  delay: EntryDelay,
  days: readonly number[],
): Promise<DayRow[]> => (delay === 0 ? listDaySums(db, feed, days) : listLateDaySums(db, feed, delay, days));

export const findTotalsAt = (db: Executor, feed: string, delay: EntryDelay, countedTo: number) =>
  delay === 0 ? findTotalsAfter(db, feed, countedTo) : findLateTotalsAfter(db, feed, delay, countedTo);
