/**
 * Exponential moving average, weight of the newest value 2 / (period + 1), begun with the simple mean of the first
 * `period` values, as TA-Lib's EMA does. In the values' unit; NaN while warming.
 */
export interface ExponentialMean {
  push(value: number): number;
}

export function createExponentialMean(period: number): ExponentialMean {
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

  return { push };
}
