import type { Clock } from '#domain/clock.ts';
import { findPair } from '#domain/market/currency-pair.ts';
import { type Duration, durationMs } from '#domain/market/duration.ts';
import { midOf, roundPrice } from '#domain/market/price.ts';
import {
  type DecidingPrice,
  type ModelStatements,
  readStatements,
  statedDurations,
  writePrice,
} from '#domain/record/shadow-minute.ts';
import { type MinuteLeaf, readMinuteLeaf } from '#engine/record/leaf.ts';
import type { DecidingTick } from '#engine/signal/enter.ts';
import type { CrashHook } from '#server/crash-points.ts';
import type { Database, Transaction } from '#server/database/connection.ts';
import { inTransaction } from '#server/database/in-transaction.ts';
import { appendLeaves, type NewLeaf } from '#server/modules/record/append-leaves.ts';
import type { LoggedTicks } from '#server/modules/signals/signals.api.ts';
import { lockOpenMinutes, type OpenMinutes, updateToSettled } from './shadow-minutes.repository.ts';

/**
 * Settles open minutes from the tick log; returns their number. What has no tick by then has no
 * price and is void.
 */
export type SettleMinutes = (open: OpenMinutes) => Promise<number>;

interface Needs {
  readonly db: Database;
  readonly ticks: LoggedTicks;
  /** Market time. */
  readonly clock: Clock;
  readonly crashPoint: CrashHook;
}

/** Max minutes per transaction. */
const maxBatch = 20;

export const createSettleMinutes = ({ db, ticks, clock, crashPoint }: Needs): SettleMinutes => {
  const settleSome = (open: OpenMinutes): Promise<number> =>
    inTransaction(db, async (tx) => {
      const rows = await lockOpenMinutes(tx, open, maxBatch);
      const at = new Date(clock.now());
      const leaves: NewLeaf[] = [];
      for (const { id, feed, leaf, leafHash } of rows) {
        if (leaf === null || leafHash === null) continue;
        const prices = await pricesOf(tx, ticks, feed, leaf);
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

/** The entry of each stated pair, and the close of each of its durations. */
async function pricesOf(tx: Transaction, ticks: LoggedTicks, feed: string, text: string): Promise<string[]> {
  const leaf = readMinuteLeaf(text);
  const statedAt = Date.parse(leaf.issuedAt);
  const prices: DecidingPrice[] = [];
  for (const [symbol, durations] of statedDurations(statementsOf(leaf))) {
    const entry = await ticks.first(tx, feed, symbol, statedAt);
    if (!entry) continue;
    prices.push(priceOf(symbol, 0, entry, statedAt));
    const wanted = durations.map((duration) => ({ symbol, at: entry.time + durationMs(duration) }));
    const closes = await ticks.last(tx, feed, wanted);
    durations.forEach((duration, i) => {
      const close = closes[i];
      if (close && close.time >= entry.time) prices.push(priceOf(symbol, duration, close, statedAt));
    });
  }
  return prices.map(writePrice);
}

export const statementsOf = ({ forecasts }: MinuteLeaf): ModelStatements[] =>
  forecasts.flatMap((line) => readStatements(line) ?? []);

function priceOf(symbol: string, minutes: 0 | Duration, tick: DecidingTick, statedAt: number): DecidingPrice {
  const price = roundPrice(midOf(tick.bid, tick.ask), findPair(symbol)?.digits ?? 5);
  return { symbol, minutes, price, afterMs: tick.time - statedAt };
}
