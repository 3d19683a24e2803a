import type { Direction } from '../market/direction.ts';
import { minuteMs } from '../time.ts';

/** What a trade and the signal it follows have in common. Duration in minutes. */
interface Position {
  readonly symbol: string;
  readonly direction: Direction;
  readonly duration: number;
}

/** Instants in milliseconds UTC. */
interface PlacedTrade extends Position {
  readonly openedAt: number;
}
export interface TradableSignal extends Position {
  readonly id: string;
  readonly issuedAt: number;
}

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

/** Whether the trade was opened as the signal said, at most `withinMs` after its issue. */
export function followsSignal(trade: PlacedTrade, signal: TradableSignal, withinMs: number): boolean {
  const waited = trade.openedAt - signal.issuedAt;
  const isSamePosition =
    trade.symbol === signal.symbol && trade.direction === signal.direction && trade.duration === signal.duration;
  return isSamePosition && waited >= 0 && waited <= withinMs;
}
