import { getOrCreate } from '#domain/get-or-create.ts';
import { priceDigits } from '#domain/market/currency-pair.ts';
import { computeMid } from '#domain/market/price.ts';
import { secondMs } from '#domain/time.ts';
import type { Tick } from './tick.ts';

export type FeedSide = 'main' | 'second';

/** Usual spreads beyond which two prices are apart. */
const maxSpreads = 3;
/** A price older than this is not compared, milliseconds. */
const maxAgeMs = 10 * secondMs;
/** One feed may be a moment behind the other: a difference counts once it has lasted this long. */
const confirmMs = secondMs;
/** Weight of a tick in the usual spread: half of it is of the newest 70 ticks. */
const weight = 0.01;

interface Side {
  readonly mid: number;
  readonly receivedAt: number;
  /** Exponential mean of ask - bid, in quote currency. */
  readonly spread: number;
}

interface Pair {
  readonly sides: Partial<Record<FeedSide, Side>>;
  /** Since when they differ, and which feeds have ticked since. */
  differing: { readonly since: number; readonly heard: Set<FeedSide> } | null;
  difference: number | null;
}

/**
 * Compares the prices of two feeds, pair by pair. Prices are apart once they differ by more than
 * three usual spreads (the larger of both feeds, at least the pair's last digit), for a second in
 * which both feeds have ticked again: a feed that only lags, or a single wrong tick, is not enough.
 * They agree again with the first tick that is near, or when one of the feeds has been silent for
 * ten seconds.
 */
export function createFeedAgreement() {
  const pairs = new Map<string, Pair>();

  return {
    /** Returns whether the two prices of the pair are apart, as of the receipt of this tick. */
    onTick(side: FeedSide, tick: Tick): boolean {
      const pair = getOrCreate(pairs, tick.symbol, () => ({ sides: {}, differing: null, difference: null }));
      pair.sides[side] = getSide(pair.sides[side], tick);
      pair.difference = spreadsBetween(tick, pair.sides);
      if (pair.difference === null || pair.difference <= maxSpreads) {
        pair.differing = null;
        return false;
      }
      if (pair.differing === null) {
        pair.differing = { since: tick.receivedAt, heard: new Set() };
        return false;
      }
      const { since, heard } = pair.differing;
      heard.add(side);
      return heard.size === 2 && tick.receivedAt - since >= confirmMs;
    },
    /** Difference of the newest prices in usual spreads; null: not comparable yet. */
    getDifference: (symbol: string): number | null => pairs.get(symbol)?.difference ?? null,
  };
}

function getSide(before: Side | undefined, { bid, ask, receivedAt }: Tick): Side {
  const now = ask - bid;
  const spread = before === undefined ? now : before.spread + weight * (now - before.spread);
  return { mid: computeMid(bid, ask), receivedAt, spread };
}

function spreadsBetween({ symbol, receivedAt }: Tick, { main, second }: Pair['sides']): number | null {
  if (!main || !second || receivedAt - Math.min(main.receivedAt, second.receivedAt) > maxAgeMs) return null;
  const lastDigit = 10 ** -priceDigits(symbol);
  return Math.abs(main.mid - second.mid) / Math.max(main.spread, second.spread, lastDigit);
}
