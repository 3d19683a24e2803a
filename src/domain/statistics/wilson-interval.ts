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
