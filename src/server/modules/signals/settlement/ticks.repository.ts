import { sql } from 'drizzle-orm';
import type { DecidingTick } from '#engine/settlement/settle.ts';
import type { Database, Executor } from '#server/database/connection.ts';
import { currencyPairs } from '#domain/market/currency-pair.ts';
import { signalLimits } from '#domain/signals/limits.ts';
import { ticks } from '#server/database/schema.ts';
import type { DecidingTicks, ReadLoggedTicks } from '../signals.api.ts';

export type TickRow = typeof ticks.$inferSelect;

/** Sorted by key, so that two writers of the same ticks cannot deadlock. */
export const insertTicks = async (db: Executor, rows: readonly TickRow[]): Promise<void> => {
  if (rows.length === 0) return;
  await db.insert(ticks).values(rows.toSorted(byKey)).onConflictDoNothing();
};

const byKey = (a: TickRow, b: TickRow): number =>
  a.symbol === b.symbol ? a.time.getTime() - b.time.getTime() : a.symbol < b.symbol ? -1 : 1;

const batch = 10_000;

/**
 * Deletes at most one batch, within the timeout of one statement. Returns the number of deleted
 * rows.
 */
export const deleteTicksOfFeed = async (db: Database, feed: string): Promise<number> => {
  const some = sql`ctid = any(array(select ctid from ticks where feed = ${feed} limit ${batch}))`;
  return (await db.delete(ticks).where(some)).rowCount ?? 0;
};

/** The time of the newest tick of each pair on a feed, milliseconds UTC. */
export async function findNewestTicks(db: Executor, feed: string): Promise<Map<string, number>> {
  const symbols = currencyPairs.map(({ symbol }) => symbol);
  const { rows } = await db.execute<{ symbol: string; time: number }>(sql`
    select newest.symbol, (extract(epoch from newest.time) * 1000)::float8 as time
    from jsonb_array_elements_text(${JSON.stringify(symbols)}::jsonb) as pair(symbol)
    cross join lateral (
      select ticks.symbol, ticks.time from ticks
      where ticks.feed = ${feed} and ticks.symbol = pair.symbol order by ticks.time desc limit 1) newest`);
  return new Map(rows.map(({ symbol, time }) => [symbol, time]));
}

interface WantedTick {
  readonly feed: string;
  readonly symbol: string;
  readonly at: Date;
}

/** The last tick at or before each instant, at most `maxAgeMs` earlier; keyed by `tickKey`. */
export const findLastTicks = (tx: Executor, wanted: readonly WantedTick[], maxAgeMs: number) =>
  findTicks(
    tx,
    wanted,
    sql`ticks.time <= w.at and ticks.time >= w.at - make_interval(secs => ${maxAgeMs / 1000})
      order by ticks.time desc`,
  );

/** The first tick at or after each instant, at most `withinMs` later; keyed by `tickKey`. */
export const findFirstTicks = (tx: Executor, wanted: readonly WantedTick[], withinMs: number) =>
  findTicks(
    tx,
    wanted,
    sql`ticks.time >= w.at and ticks.time <= w.at + make_interval(secs => ${withinMs / 1000})
      order by ticks.time`,
  );

/** One query for all instants; `nearest` orders the ticks that may decide, the deciding one first. */
async function findTicks(
  tx: Executor,
  wanted: readonly WantedTick[],
  nearest: ReturnType<typeof sql>,
): Promise<Map<string, TickRow>> {
  if (wanted.length === 0) return new Map();
  const rows = JSON.stringify(wanted.map(({ feed, symbol, at }) => ({ feed, symbol, at: at.toISOString() })));
  const found = await tx.execute<{
    feed: string;
    symbol: string;
    at: string;
    time: string;
    bid: number;
    ask: number;
  }>(sql`
    select w.feed, w.symbol, (extract(epoch from w.at) * 1000)::bigint::text as at,
           (extract(epoch from t.time) * 1000)::bigint::text as time, t.bid, t.ask
    from (select distinct feed, symbol, at
          from jsonb_to_recordset(${rows}::jsonb) as r(feed text, symbol text, at timestamptz)) w
    cross join lateral (
      select time, bid, ask from ticks
      where ticks.feed = w.feed and ticks.symbol = w.symbol and ${nearest} limit 1) t`);
  return new Map(
    found.rows.map((row) => [
      tickKey(row.feed, row.symbol, Number(row.at)),
      { feed: row.feed, symbol: row.symbol, time: new Date(Number(row.time)), bid: row.bid, ask: row.ask },
    ]),
  );
}

export const tickKey = (feed: string, symbol: string, at: number): string => `${feed} ${symbol} ${at}`;

export const toDecidingTick = ({ time, bid, ask }: TickRow): DecidingTick => ({ time: time.getTime(), bid, ask });

/** The log as settlement and shadow forecasts read it. */
export const loggedTicks: ReadLoggedTicks = (tx, feed) => {
  const readWith =
    (find: typeof findFirstTicks, windowMs: number): DecidingTicks['first'] =>
    async (wanted) => {
      const instants = wanted.map(({ symbol, at }) => ({ feed, symbol, at: new Date(at) }));
      const found = await find(tx, instants, windowMs);
      return wanted.map(({ symbol, at }) => {
        const row = found.get(tickKey(feed, symbol, at));
        return row ? toDecidingTick(row) : null;
      });
    };
  return {
    first: readWith(findFirstTicks, signalLimits.entryTickWithinMs),
    last: readWith(findLastTicks, signalLimits.closingTickMaxAgeMs),
  };
};
