import { and, asc, eq, getTableColumns, inArray, isNull, lte } from 'drizzle-orm';
import { computeMid, priceDigits, roundPrice } from '#domain/market/currency-pair.ts';
import { type Duration, durationMs } from '#domain/market/duration.ts';
import { getOrCreate } from '#domain/objects.ts';
import type { DecidingTick } from '#engine/settlement/settle.ts';
import type { Leaf, OutcomeLeaf } from '#record/leaf.ts';
import { type PairPrices, parseForecasts, type StatedTick, writePrices } from '#record/lines.ts';
import { inTransaction } from '#server/database/connection.ts';
import { recordLeaves, recordOpen } from '#server/database/tables/record-tables.ts';
import { appendLeaves, lockRecord } from '#server/modules/record/append/append-leaves.ts';
import { listOpen, readLeaf } from '#server/modules/record/append/stored-leaves.ts';
import type { DecidingTicks } from '#server/modules/signals/signals.api.ts';
import type { ShadowContext } from './shadow-context.ts';

/** The forecasts that a statement waits for, by pair. Milliseconds UTC of market time. */
interface OpenPair {
  readonly symbol: string;
  readonly durations: readonly Duration[];
  readonly statedAt: number;
}

/** In the order of an outcome's lines. */
export function listPairs(leaf: Leaf): readonly OpenPair[] {
  if (leaf.kind === 'signal') {
    const { pair: symbol, duration, at } = leaf;
    return [{ symbol, durations: [duration], statedAt: Date.parse(at) }];
  }
  if (leaf.kind !== 'minute') return [];
  const byPair = new Map<string, Set<Duration>>();
  for (const { forecasts } of leaf.forecasts.flatMap((line) => parseForecasts(line) ?? []))
    for (const { pair, duration } of forecasts) getOrCreate(byPair, pair, () => new Set<Duration>()).add(duration);
  return [...byPair]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([symbol, own]) => ({ symbol, durations: [...own].toSorted((a, b) => a - b), statedAt: Date.parse(leaf.at) }));
}

interface Due {
  /** Every tick up to then is in the log; milliseconds of market time. */
  readonly until: number;
  /** Minutes settle together, once a minute, so that the record grows once a minute. */
  readonly of: 'signals' | 'all';
}

/** Max statements per transaction. */
const maxBatch = 20;

/** Appends the outcomes of all statements that are due, as the tick log has their prices. */
export async function settleStatements(ctx: ShadowContext, due: Due): Promise<void> {
  for (let count = maxBatch; count === maxBatch; ) count = await settleSome(ctx, due);
}

const settleSome = ({ leaderDb, signals, engine, crashPoint }: ShadowContext, { until, of }: Due): Promise<number> =>
  inTransaction(leaderDb, async ({ tx }) => {
    const rows = await tx
      .select({ ...getTableColumns(recordOpen), leaf: recordLeaves.leaf })
      .from(recordOpen)
      .innerJoin(recordLeaves, eq(recordLeaves.index, recordOpen.index))
      .where(and(lte(recordOpen.dueAt, new Date(until)), of === 'signals' ? isNull(recordOpen.minute) : undefined))
      .orderBy(asc(recordOpen.index))
      .limit(maxBatch)
      .for('update', { of: recordOpen, skipLocked: true });
    if (rows.length === 0) return 0;
    const ticks = signals.loggedTicks(tx, engine.feed.id);
    const outcomes: OutcomeLeaf[] = [];
    for (const row of rows) {
      const prices: string[] = [];
      for (const pair of listPairs(readLeaf(row))) prices.push(writePrices(await readPrices(ticks, pair)));
      outcomes.push({ kind: 'outcome', of: row.index, prices });
    }
    await tx.delete(recordOpen).where(
      inArray(
        recordOpen.index,
        rows.map(({ index }) => index),
      ),
    );
    // Last, because its lock makes every other writer of the record wait until this commit.
    await appendLeaves(tx, await lockRecord(tx), outcomes, until);
    crashPoint('shadow.before-settle-commit');
    return rows.length;
  });

/** The entry, and the close of each duration: void where no tick came in its window. */
async function readPrices(ticks: DecidingTicks, { symbol, durations, statedAt }: OpenPair): Promise<PairPrices> {
  const [entry] = await ticks.first([{ symbol, at: statedAt }]);
  const closes = entry
    ? await ticks.last(durations.map((duration) => ({ symbol, at: entry.time + durationMs(duration) })))
    : [];
  return {
    pair: symbol,
    entry: entry ? toStated(symbol, entry, statedAt) : null,
    closes: durations.map((duration, i) => {
      const close = closes[i];
      const isClose = entry && close && close.time >= entry.time;
      return { duration, tick: isClose ? toStated(symbol, close, statedAt) : null };
    }),
  };
}

const toStated = (symbol: string, { time, bid, ask }: DecidingTick, statedAt: number): StatedTick => ({
  price: roundPrice(computeMid(bid, ask), priceDigits(symbol)),
  afterMs: time - statedAt,
});

/** What the statements of the record wait for; `enteredAt`: time of the entry tick, null: none was logged. */
export async function listOpenPairs({
  leaderDb: db,
  signals,
  engine,
}: ShadowContext): Promise<readonly (OpenPair & { readonly enteredAt: number | null })[]> {
  const pairs = (await listOpen(db)).flatMap((row) => listPairs(readLeaf(row)));
  const ticks = signals.loggedTicks(db, engine.feed.id);
  const entries = await ticks.first(pairs.map(({ symbol, statedAt }) => ({ symbol, at: statedAt })));
  return pairs.map((pair, i) => ({ ...pair, enteredAt: entries[i]?.time ?? null }));
}
