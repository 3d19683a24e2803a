import { isNull, ne, type SQL, sql } from 'drizzle-orm';
import { getTableConfig, type PgColumn, type PgTable } from 'drizzle-orm/pg-core';
import { alerts, telegramCodes } from '#server/database/tables/alert-tables.ts';
import { attemptCounts, spentChallenges } from '#server/database/tables/attempt-tables.ts';
import { contestScreenshots } from '#server/database/tables/contest-tables.ts';
import { digestMails } from '#server/database/tables/digest-tables.ts';
import { minuteBars, recordCheckpoints } from '#server/database/tables/record-tables.ts';
import { llmAnswers } from '#server/database/tables/llm-tables.ts';
import { accountLinks, mails, sessions, ticks, userEvents, users } from '#server/database/schema.ts';
import { balanceHistory, traderChecks } from '#server/database/tables/trader-tables.ts';

export interface RetentionRule {
  readonly table: PgTable;
  /** A row is deleted when this instant is older than `days`. */
  readonly column: PgColumn;
  readonly days: number;
  /** The clock that the column is written by. */
  readonly clock: 'wall' | 'market';
  /** Which of the old rows are deleted; absent: all of them. */
  readonly only?: (before: Date) => SQL | undefined;
  /** Selects the ctid of at most `limit` old rows; absent: uses an index on the column. */
  readonly oldest?: (before: Date, limit: number) => SQL;
  /** Smaller for tables whose deletes cascade to others, larger where many small rows are due. */
  readonly batch?: number;
}

/**
 * What the timer deletes by age. docs/operating.md lists these and the tables that are never
 * pruned.
 */
export const retentionRules: readonly RetentionRule[] = [
  { table: userEvents, column: userEvents.at, days: 7, clock: 'wall', oldest: oldestEvents },
  { table: ticks, column: ticks.time, days: 7, clock: 'market', oldest: oldestTicks, batch: 10_000 },
  { table: minuteBars, column: minuteBars.minute, days: 14, clock: 'market' },
  { table: sessions, column: sessions.expiresAt, days: 0, clock: 'wall', batch: 100 },
  { table: attemptCounts, column: attemptCounts.expiresAt, days: 0, clock: 'wall' },
  { table: telegramCodes, column: telegramCodes.expiresAt, days: 0, clock: 'wall' },
  { table: spentChallenges, column: spentChallenges.expiresAt, days: 0, clock: 'wall' },
  { table: mails, column: mails.queuedAt, days: 30, clock: 'wall', only: () => ne(mails.status, 'queued') },
  { table: digestMails, column: digestMails.queuedAt, days: 30, clock: 'wall' },
  { table: alerts, column: alerts.createdAt, days: 30, clock: 'wall', batch: 500 },
  { table: accountLinks, column: accountLinks.createdAt, days: 30, clock: 'wall' },
  {
    table: traderChecks,
    column: traderChecks.startedAt,
    days: 400,
    clock: 'wall',
    only: () => isNull(traderChecks.nextAt),
  },
  { table: contestScreenshots, column: contestScreenshots.sentAt, days: 90, clock: 'wall', batch: 50 },
  { table: balanceHistory, column: balanceHistory.at, days: 400, clock: 'wall' },
  { table: llmAnswers, column: llmAnswers.answeredAt, days: 400, clock: 'wall' },
  { table: recordCheckpoints, column: recordCheckpoints.signedAt, days: 7, clock: 'wall', only: isUnneeded },
  { table: users, column: users.createdAt, days: 7, clock: 'wall', only: isUnconfirmed, batch: 200 },
];

export const getName = ({ table }: RetentionRule): string => getTableConfig(table).name;

/** Ids rise with time, which saves an index on the instant. */
function oldestEvents(before: Date, limit: number): SQL {
  return sql`
    select ctid from (select ctid, at from user_events order by id limit ${limit}) oldest where at < ${before}`;
}

/** The primary key is ordered by time within each pair, so a loose index scan visits the pairs. */
function oldestTicks(before: Date, limit: number): SQL {
  return sql`
    with recursive series (feed, symbol) as (
      (select feed, symbol from ticks order by feed, symbol limit 1)
      union all
      select next.feed, next.symbol from series, lateral (
        select t.feed, t.symbol from ticks t where (t.feed, t.symbol) > (series.feed, series.symbol)
        order by t.feed, t.symbol limit 1) next)
    select old.ctid from series, lateral (
      select t.ctid from ticks t
      where t.feed = series.feed and t.symbol = series.symbol and t.time < ${before}
      order by t.time limit ${limit}) old
    limit ${limit}`;
}

/** Cosigned ones prove when their leaves were recorded, and the newest one what was signed: the database keeps both. */
function isUnneeded(): SQL {
  return sql`not exists (select 1 from record_cosignatures c where c.size = record_checkpoints.size)
    and size < (select max(size) from record_checkpoints)`;
}

/**
 * The address was never confirmed, and no mail that could still confirm it has been sent since
 * `before`.
 */
function isUnconfirmed(before: Date): SQL {
  return sql`not ${users.isActivated} and not exists (
    select 1 from account_links link where link.user_id = ${users.id} and link.created_at >= ${before})`;
}
