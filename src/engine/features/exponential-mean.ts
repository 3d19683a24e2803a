/**
 * Exponential moving average with weight 2 / (period + 1) for the newest value, seeded with the
 * simple mean of the first `period` values, like TA-Lib's EMA. In the values' unit; NaN during
 * warm-up.
 */
export function createExponentialMean(period: number): (value: number) => number {
  const weight = 2 / (period + 1);
  let count = 0;
  let mean = 0;

  function push(value: number): number {
    if (count >= period) {
      mean += weight * (value - mean);
      return mean;
    }
    count += 1;
    mean += value;
    if (count < period) return Number.NaN;
    mean /= period;
    return mean;
  }

  return push;
}
