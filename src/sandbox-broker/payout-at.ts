import { getHour } from '#domain/time.ts';

const [lowest, highest] = [80, 92] as const;

/**
 * What a win pays of a pair in that hour, percent of the stake: as arbitrary, and as fixed, as that of
 * a real broker. `symbol`: EURUSD or EUR/USD; `time`: milliseconds UTC.
 */
export function payoutPercentAt(symbol: string, time: number): number {
  let hash = getHour(time);
  for (const letter of symbol.replace('/', '')) hash = Math.imul(hash ^ letter.charCodeAt(0), 0x01000193) >>> 0;
  return lowest + ((hash >>> 8) % (highest - lowest + 1));
}
