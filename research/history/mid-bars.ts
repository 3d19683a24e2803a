import { findPair } from '#domain/market/currency-pair.ts';
import type { Bar } from '#engine/bar/bar.ts';

/** A minute of one side of the quote. Volume 0: no quote, the prices repeat the last close. */
export interface SideBar extends Bar {
  readonly volume: number;
}

/**
 * Half-way between bid and ask, price by price. High and low of a true mid may be slightly closer
 * together, because the two sides need not reach theirs at the same instant. Minutes in which
 * neither side was quoted, or one side is missing, have no bar.
 */
export function midBars(symbol: string, bid: readonly SideBar[], fetchUrl: readonly SideBar[]): Bar[] {
  const asks = new Map(fetchUrl.map((bar) => [bar.time, bar]));
  // One decimal more than a quote, so that half points stay exact.
  const digits = (findPair(symbol)?.digits ?? 5) + 1;
  const mid = (a: number, b: number): number => Number(((a + b) / 2).toFixed(digits));
  return bid.flatMap((low) => {
    const high = asks.get(low.time);
    if (!high || low.volume + high.volume === 0) return [];
    return [
      {
        time: low.time,
        open: mid(low.open, high.open),
        high: mid(low.high, high.high),
        low: mid(low.low, high.low),
        close: mid(low.close, high.close),
      },
    ];
  });
}
