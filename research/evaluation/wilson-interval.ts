/**
 * The 95 % interval of a share of `won` among `count` (E. B. Wilson, 1927), in percent; null if
 * `count` is 0.
 */
export function wilsonInterval(won: number, count: number): { low: number; high: number } | null {
  if (count === 0) return null;
  const z = 1.959964;
  const share = won / count;
  const centre = share + (z * z) / (2 * count);
  const margin = z * Math.sqrt((share * (1 - share)) / count + (z * z) / (4 * count * count));
  const scale = 100 / (1 + (z * z) / count);
  return { low: scale * (centre - margin), high: scale * (centre + margin) };
}
