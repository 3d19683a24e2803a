import { marketSessionAt } from '#domain/market/market-session.ts';
import { getHour } from '#domain/time.ts';

/** Percent of the stake: while London or New York trades, and at other hours. */
const ranges = { day: [90, 92], other: [80, 87] } as const;

/**
 * What a win pays of a pair in that hour, percent of the stake: as arbitrary, and as fixed, as that of
 * a real broker, and most while the market is liquid. `symbol`: EURUSD or EUR/USD; `time`: milliseconds UTC.
 */
export function payoutPercentAt(symbol: string, time: number): number {
  const [lowest, highest] = marketSessionAt(time) === 'day' ? ranges.day : ranges.other;
  let hash = getHour(time);
  for (const letter of symbol.replace('/', '')) hash = Math.imul(hash ^ letter.charCodeAt(0), 0x01000193) >>> 0;
  return lowest + ((hash >>> 8) % (highest - lowest + 1));
}
