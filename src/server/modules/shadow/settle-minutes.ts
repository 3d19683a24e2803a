import type { MarketClock } from '#domain/time.ts';
import { type Duration, durationMs } from '#domain/market/duration.ts';
import {
  type DecidingPrice,
  type ModelStatements,
  parseStatements,
  statedDurations,
  writePrice,
} from '#domain/record/shadow-minute.ts';
import { type MinuteLeaf, parseMinuteLeaf } from '#record/leaf.ts';
import { type Database, inTransaction, type Transaction } from '#server/database/connection.ts';
import { appendLeaves, type NewLeaf } from '#server/modules/record/append/append-leaves.ts';
import type { DecidingTicks, ReadLoggedTicks } from '#server/modules/signals/signals.api.ts';
import type { Platform } from '#server/start/platform.ts';
import { computeMid, priceDigits, roundPrice } from '#domain/market/currency-pair.ts';
import type { DecidingTick } from '#engine/signal/enter.ts';
import { and, asc, eq, isNull, lte, ne } from 'drizzle-orm';
import { shadowMinutes } from '#server/database/tables/shadow-tables.ts';

/**
 * Settles open minutes from the tick log; returns their number. What has no tick by then has no
 * price and is void.
 */
export type SettleMinutes = (open: OpenMinutes) => Promise<number>;

interface SettleMinutesDependencies extends Pick<Platform, 'db' | 'crashPoint'> {
  readonly readTicks: ReadLoggedTicks;
  readonly clock: MarketClock;
}

/** Max minutes per transaction. */
const maxBatch = 20;

export const createSettleMinutes = ({ db, readTicks, clock, crashPoint }: SettleMinutesDependencies): SettleMinutes => {
  const settleSome = (open: OpenMinutes): Promise<number> =>
    inTransaction(db, async ({ tx }) => {
      const rows = await lockOpenMinutes(tx, open, maxBatch);
      const at = new Date(clock.now());
      const leaves: NewLeaf[] = [];
      for (const { id, feed, leaf, leafHash } of rows) {
        if (leaf === null || leafHash === null) continue;
        const prices = await decidingPrices(readTicks(tx, feed), parseMinuteLeaf(leaf));
        const ended = { form: 'minute-prices/1', forecast: leafHash.toString('hex'), prices } as const;
        leaves.push({ kind: 'outcome', signalId: id, at, leaf: ended });
        await updateToSettled(tx, id, at);
      }
      // Last, because its lock makes every other writer of the record wait until this commit.
      await appendLeaves(tx, leaves);
      if (rows.length > 0) crashPoint('shadow.before-settle-commit');
      return rows.length;
    });

  return async (open) => {
    let settled = 0;
    for (let count = maxBatch; count === maxBatch; settled += count) count = await settleSome(open);
    return settled;
  };
};

/** A pair of a minute that is not settled, as found by a start. */
export interface OpenPair {
  readonly symbol: string;
  readonly durations: readonly Duration[];
  /** Milliseconds UTC of market time. */
  readonly statedAt: number;
  /** Time of the entry tick; null: none was logged. */
  readonly enteredAt: number | null;
}

interface FindOpenPairsDependencies extends Pick<SettleMinutesDependencies, 'db' | 'readTicks'> {
  readonly feed: string;
}

export const createFindOpenPairs =
  ({ db, readTicks, feed }: FindOpenPairsDependencies) =>
  async (): Promise<OpenPair[]> => {
    const pairs: OpenPair[] = [];
    for (const { leaf, issuedAt } of await listOpenMinutes(db, feed)) {
      const statedAt = issuedAt.getTime();
      const stated = leaf === null ? [] : statedDurations(toStatements(parseMinuteLeaf(leaf)));
      for (const [symbol, durations] of stated) {
        const [entry] = await readTicks(db, feed).first([{ symbol, at: statedAt }]);
        pairs.push({ symbol, durations, statedAt, enteredAt: entry?.time ?? null });
      }
    }
    return pairs;
  };

/** The entry of each stated pair, and the close of each of its durations; one line each. */
async function decidingPrices(ticks: DecidingTicks, leaf: MinuteLeaf): Promise<string[]> {
  const statedAt = Date.parse(leaf.issuedAt);
  const prices: DecidingPrice[] = [];
  for (const [symbol, durations] of statedDurations(toStatements(leaf))) {
    const [entry] = await ticks.first([{ symbol, at: statedAt }]);
    if (!entry) continue;
    prices.push(getPrice(symbol, 0, entry, statedAt));
    const closes = await ticks.last(durations.map((duration) => ({ symbol, at: entry.time + durationMs(duration) })));
    durations.forEach((duration, i) => {
      const close = closes[i];
      if (close && close.time >= entry.time) prices.push(getPrice(symbol, duration, close, statedAt));
    });
  }
  return prices.map(writePrice);
}

export const toStatements = ({ forecasts }: Pick<MinuteLeaf, 'forecasts'>): ModelStatements[] =>
  forecasts.flatMap((line) => parseStatements(line) ?? []);

function getPrice(symbol: string, minutes: 0 | Duration, tick: DecidingTick, statedAt: number): DecidingPrice {
  const price = roundPrice(computeMid(tick.bid, tick.ask), priceDigits(symbol));
  return { symbol, minutes, price, afterMs: tick.time - statedAt };
}

type ShadowMinuteRow = typeof shadowMinutes.$inferSelect;

export const insertMinute = async (tx: Transaction, row: typeof shadowMinutes.$inferInsert): Promise<void> => {
  await tx.insert(shadowMinutes).values(row);
};

interface OpenMinutes {
  /** Minutes whose forecasts expired at or before this. Absent: all open ones. */
  readonly dueBy?: Date;
  readonly of?: string;
  readonly exceptOf?: string;
}

/** Oldest first; locked, and skipped where another process holds the lock. */
const lockOpenMinutes = (
  tx: Transaction,
  { dueBy, of, exceptOf }: OpenMinutes,
  limit: number,
): Promise<ShadowMinuteRow[]> =>
  tx
    .select()
    .from(shadowMinutes)
    .where(
      and(
        isNull(shadowMinutes.settledAt),
        dueBy && lte(shadowMinutes.dueAt, dueBy),
        of === undefined ? undefined : eq(shadowMinutes.feed, of),
        exceptOf === undefined ? undefined : ne(shadowMinutes.feed, exceptOf),
      ),
    )
    .orderBy(asc(shadowMinutes.dueAt))
    .limit(limit)
    .for('no key update', { skipLocked: true });

const updateToSettled = async (tx: Transaction, id: string, settledAt: Date): Promise<void> => {
  await tx.update(shadowMinutes).set({ settledAt, leaf: null, leafHash: null }).where(eq(shadowMinutes.id, id));
};

export const listOpenMinutes = (db: Database, feed: string): Promise<ShadowMinuteRow[]> =>
  db
    .select()
    .from(shadowMinutes)
    .where(and(isNull(shadowMinutes.settledAt), eq(shadowMinutes.feed, feed)));
