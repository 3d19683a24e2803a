const z95 = 1.959964;

/**
 * The 95 % interval of the share of `won` among `number` (E. B. Wilson, 1927), as shares of 1; null
 * when `number` is 0. `quantile`: replaces the normal quantile when the variance is estimated.
 */
export function wilsonInterval(
  won: number,
  number: number,
  quantile: number = z95,
): { low: number; high: number } | null {
  if (number === 0) return null;
  const z = quantile;
  const share = won / number;
  const centre = share + (z * z) / (2 * number);
  const margin = z * Math.sqrt((share * (1 - share)) / number + (z * z) / (4 * number * number));
  const scale = 1 / (1 + (z * z) / number);
  return { low: Math.max(0, scale * (centre - margin)), high: Math.min(1, scale * (centre + margin)) };
}

/**
 * The 97.5 % quantile of Student's t with `df` degrees of freedom (at least 3; need not be whole),
 * by the expansion of M. Abramowitz and I. Stegun (1964), 26.7.5: within 0.01 of the exact value
 * from 3 degrees on.
 */
export const studentQuantile = (df: number): number =>
  z95 +
  (z95 ** 3 + z95) / (4 * df) +
  (5 * z95 ** 5 + 16 * z95 ** 3 + 3 * z95) / (96 * df ** 2) +
  (3 * z95 ** 7 + 19 * z95 ** 5 + 17 * z95 ** 3 - 15 * z95) / (384 * df ** 3) +
  (79 * z95 ** 9 + 776 * z95 ** 7 + 1482 * z95 ** 5 - 1920 * z95 ** 3 - 945 * z95) / (92_160 * df ** 4);
