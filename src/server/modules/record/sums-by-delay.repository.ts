import type { EntryDelay } from '#domain/signals/late-entry.ts';
import type { Database, Transaction } from '#server/database/connection.ts';
import { findLateTotalsAfter, listLateDays, listLateDaySums } from './late-sums.repository.ts';
import { type DayRow, findTotalsAfter, listDays, listDaySums } from './record-sums.repository.ts';

type Executor = Database | Transaction;

/** What record-sums.repository.ts reads, for entries at any delay. */
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
