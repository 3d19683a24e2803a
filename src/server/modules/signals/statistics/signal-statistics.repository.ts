import {
  and,
  asc,
  count,
  desc,
  eq,
  getTableColumns,
  gte,
  isNotNull,
  isNull,
  lt,
  lte,
  min,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { HistorySort, SignalFilters } from '#contract/statistics.ts';
import type { Database } from '#server/database/connection.ts';
import { isBeyond, type PagePosition } from '#server/database/pages.ts';
import { signals } from '#server/database/schema.ts';
import { nothingWaits, type Waiting } from '#server/start/server-module.ts';
import type { OpenCounts, SignalGroup } from '../signals.api.ts';
import type { SignalRow } from '../signals.repository.ts';

interface PageOf {
  readonly userId: string;
  readonly filters: SignalFilters;
  readonly sort: HistorySort;
  /** Null: from the beginning. */
  readonly after: PagePosition | null;
  readonly limit: number;
}

const chosen = (
  userId: string,
  { aiModel, symbol, duration, result, hasEdge, from, to }: SignalFilters,
): SQL | undefined =>
  and(
    eq(signals.userId, userId),
    aiModel && eq(signals.aiModel, aiModel),
    symbol === undefined ? undefined : eq(signals.symbol, symbol),
    duration && eq(signals.duration, duration),
    result && eq(signals.result, result),
    hasEdge === undefined ? undefined : eq(signals.hasEdge, hasEdge),
    from === undefined ? undefined : gte(signals.issuedAt, new Date(from)),
    to === undefined ? undefined : lt(signals.issuedAt, new Date(to)),
  );

export const listHistory = (db: Database, page: PageOf): Promise<SignalRow[]> =>
  db
    .select()
    .from(signals)
    .where(onPage(page))
    .orderBy(...toOrderBy(page))
    .limit(page.limit);

/** Without the columns that are much larger than the others. */
export const listHistoryFacts = (db: Database, page: PageOf): Promise<Omit<SignalRow, 'analytics'>[]> =>
  db
    .select(facts)
    .from(signals)
    .where(onPage(page))
    .orderBy(...toOrderBy(page))
    .limit(page.limit);

const { analytics: _analytics, ...facts } = getTableColumns(signals);

const toOrderBy = ({ sort }: PageOf): SQL[] => {
  const order = sort === 'newest' ? desc : asc;
  return [order(signals.issuedAt), order(signals.id)];
};

const onPage = ({ userId, filters, sort, after }: PageOf): SQL | undefined =>
  and(chosen(userId, filters), isNull(signals.deletedAt), isBeyond(after, [signals.issuedAt, signals.id], sort));

export const countHistory = (db: Database, userId: string, filters: SignalFilters): Promise<number> =>
  db.$count(signals, and(chosen(userId, filters), isNull(signals.deletedAt)));

export const countRemoved = (db: Database, userId: string, filters: SignalFilters): Promise<number> =>
  db.$count(signals, and(chosen(userId, filters), isNotNull(signals.deletedAt)));

/**
 * One group of settled signals, with an edge or without: by model, pair, hour or stated
 * passability; all keys null for the total.
 */
export interface Group {
  readonly aiModel: string | null;
  readonly symbol: string | null;
  readonly hour: number | null;
  readonly bin: number | null;
  readonly hasEdge: boolean;
  readonly successful: number;
  readonly neutral: number;
  readonly unsuccessful: number;
  readonly void: number;
  /** Sum of the passabilities of the decided signals (win or loss), in percent. */
  readonly stated: number;
}

/** Width of a passability bin in percentage points. */
const binWidth = 2;

/** All groupings in one query. */
export const groupSettled = async (db: Database, userId: string, filters: SignalFilters): Promise<Group[]> => {
  const with_ = (result: string) => sql`(count(*) filter (where s.result = ${result}))::int`;
  const { rows } = await db.execute<Group & Record<string, unknown>>(sql`
    select s.ai_model as "aiModel", s.symbol, s.hour, s.bin, s.has_edge as "hasEdge",
      ${with_('successful')} as successful, ${with_('neutral')} as neutral, ${with_('unsuccessful')} as unsuccessful,
      ${with_('void')} as void,
      coalesce(sum(s.passability) filter (where s.result in ('successful', 'unsuccessful')), 0) as stated
    from (
      select ai_model, symbol, result, passability, has_edge,
        extract(hour from issued_at at time zone 'UTC')::int as hour,
        least(floor((passability - 50) / ${binWidth}), ${50 / binWidth - 1})::int as bin
      from signals
      where ${chosen(userId, filters)} and status = 'settled' and deleted_at is null
    ) s
    group by s.has_edge, grouping sets ((), (ai_model), (symbol), (hour), (bin))`);
  return rows;
};

/**
 * Counts all users' signals by the time of their issue. A void signal with an earlier outcome was
 * voided by an operator.
 */
export const groupSignalsSince = async (db: Database, since: Date): Promise<SignalGroup[]> => {
  const { rows } = await db.execute<SignalGroup & Record<string, unknown>>(sql`
    select s.result, case when s.result = 'void' then coalesce(o.void_reason, 'operator') end as reason, count(*)::int as count
    from signals s left join outcomes o on o.signal_id = s.id
    where s.issued_at >= ${since}
    group by 1, 2`);
  return rows;
};

/** Signals that have expired at `now`, milliseconds of market time, and have no outcome. */
export const readUnsettled = async (db: Database, now: number): Promise<Waiting> => {
  const [row] = await db
    .select({ waiting: count(), oldest: min(signals.expiresAt) })
    .from(signals)
    .where(and(eq(signals.status, 'live'), lte(signals.expiresAt, new Date(now))));
  return row ?? nothingWaits;
};

/** Counts signals without an outcome, and those of them that expired before `overdueSince`. */
export const countOpenSignals = async (db: Database, overdueSince: Date): Promise<OpenCounts> => {
  const { rows } = await db.execute<OpenCounts & Record<string, unknown>>(sql`
    select count(*)::int as open, (count(*) filter (where expires_at < ${overdueSince}))::int as overdue
    from signals where status <> 'settled'`);
  return rows[0] ?? { open: 0, overdue: 0 };
};
