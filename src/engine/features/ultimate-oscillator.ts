import { createRollingSum } from './rolling-sum.ts';

const windows = [
  { period: 7, weight: 4 },
  { period: 14, weight: 2 },
  { period: 28, weight: 1 },
] as const;
const allWeights = 7;

/**
 * Ultimate oscillator, 0 to 100 (L. Williams, Technical Analysis of Stocks and Commodities, August
 * 1985): buying pressure over true range for 7, 14 and 28 bars, weighted 4 : 2 : 1. 50 when nothing
 * moved; NaN during warm-up.
 */
export function createUltimateOscillator(): (high: number, low: number, close: number) => number {
  const sums = windows.map(({ period, weight }) => ({
    weight,
    pressures: createRollingSum(period),
    ranges: createRollingSum(period),
  }));
  let before = Number.NaN;

  function push(high: number, low: number, close: number): number {
    const closeBefore = before;
    before = close;
    if (Number.isNaN(closeBefore)) return Number.NaN;
    const bottom = Math.min(low, closeBefore);
    const range = Math.max(high, closeBefore) - bottom;
    let total = 0;
    for (const { weight, pressures, ranges } of sums) {
      const pressure = pressures(close - bottom);
      const travelled = ranges(range);
      total += weight * (travelled === 0 ? 0.5 : pressure / travelled);
    }
    return (100 * total) / allWeights;
  }

  return push;
}
