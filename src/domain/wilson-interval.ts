/** Where a share of successes may truly lie: both ends as fractions of one. */
export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** The 95 % interval of a share of `won` among `count` (E. B. Wilson, 1927), fractions of one; null without any. */
export function wilsonInterval(won: number, count: number): Interval | null {
  if (count === 0) return null;
  const z = 1.959964;
  const share = won / count;
  const centre = share + (z * z) / (2 * count);
  const margin = z * Math.sqrt((share * (1 - share)) / count + (z * z) / (4 * count * count));
  const scale = 1 / (1 + (z * z) / count);
  return { low: Math.max(0, scale * (centre - margin)), high: Math.min(1, scale * (centre + margin)) };
}
