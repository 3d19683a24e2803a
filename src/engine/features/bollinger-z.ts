import { createRollingSum } from './rolling-sum.ts';

/**
 * The newest value's distance from the mean of `period` values, in their standard deviations
 * (population form, as in Bollinger's bands; J. Bollinger, "Bollinger on Bollinger Bands", 2001). 0
 * when nothing moved; NaN during warm-up. Use whole numbers near zero, so that the sums are exact.
 */
export function createBollingerZ(period: number): (value: number) => number {
  const sums = createRollingSum(period);
  const squares = createRollingSum(period);

  function push(value: number): number {
    const sum = sums(value);
    const spread = period * squares(value * value) - sum * sum;
    return spread === 0 ? 0 : (period * value - sum) / Math.sqrt(spread);
  }

  return push;
}
