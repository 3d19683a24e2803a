/**
 * Relative strength index, 0 to 100 (J. W. Wilder, "New Concepts in Technical Trading Systems",
 * 1978): the share of rises in all movement, both smoothed with weight 1 / period after a simple
 * mean of the first `period` changes. 50 when nothing moved; NaN during warm-up (`period` changes,
 * so `period` + 1 values).
 */
export function createRelativeStrength(period: number): (value: number) => number {
  let previous = Number.NaN;
  let changes = 0;
  let rise = 0;
  let fall = 0;

  function push(value: number): number {
    const change = value - previous;
    previous = value;
    if (Number.isNaN(change)) return Number.NaN;
    add(change > 0 ? change : 0, change < 0 ? -change : 0);
    if (changes < period) return Number.NaN;
    const movement = rise + fall;
    return movement === 0 ? 50 : (100 * rise) / movement;
  }

  function add(up: number, down: number): void {
    if (changes < period) {
      changes += 1;
      rise += up / period;
      fall += down / period;
      return;
    }
    rise += (up - rise) / period;
    fall += (down - fall) / period;
  }

  return push;
}
