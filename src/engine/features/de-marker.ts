import { createRollingSum } from './rolling-sum.ts';

/**
 * DeMarker, 0 to 1 (T. DeMark, "The New Science of Technical Analysis", 1994): rises of the highs
 * relative to those rises plus the falls of the lows, over `period` bars. 0.5 when neither moved;
 * NaN during warm-up.
 */
export function createDeMarker(period: number): (high: number, low: number) => number {
  const rises = createRollingSum(period);
  const falls = createRollingSum(period);
  let highBefore = Number.NaN;
  let lowBefore = Number.NaN;

  function push(high: number, low: number): number {
    const [rise, fall] = [high - highBefore, lowBefore - low];
    [highBefore, lowBefore] = [high, low];
    if (Number.isNaN(rise)) return Number.NaN;
    const up = rises(Math.max(rise, 0));
    const down = falls(Math.max(fall, 0));
    return up + down === 0 ? 0.5 : up / (up + down);
  }

  return push;
}
