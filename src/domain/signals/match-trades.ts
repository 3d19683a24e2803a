import { minuteMs } from '../time.ts';
import { followsSignal, type PlacedTrade, type TradableSignal } from './follows-signal.ts';

/** A trade opened later than this after the issue has missed the forecast. */
const followedWithinMs = minuteMs;

/**
 * The trades placed by each signal, by its id. A trade belongs to the newest signal of the same
 * pair, direction and duration issued at most a minute before it was opened; signals without a
 * trade are absent.
 */
export function matchTrades<Trade extends PlacedTrade>(
  trades: readonly Trade[],
  signals: readonly TradableSignal[],
): ReadonlyMap<string, readonly Trade[]> {
  const newestFirst = signals.toSorted((a, b) => b.issuedAt - a.issuedAt);
  const matched = new Map<string, Trade[]>();
  for (const trade of trades) {
    const signal = newestFirst.find((candidate) => followsSignal(trade, candidate, followedWithinMs));
    if (signal) matched.set(signal.id, [...(matched.get(signal.id) ?? []), trade]);
  }
  return matched;
}
