export interface PromiseScale {
  readonly ticks: readonly number[];
  /** Position of a share from 0 to 1, in the units of the picture. */
  readonly x: (share: number) => number;
}

/**
 * A percent scale that covers all these shares, with at most seven ticks between `left` and
 * `right`.
 */
export function promiseScale(shares: readonly number[], left: number, right: number, maxTicks: number): PromiseScale {
  const lowest = Math.max(0, Math.min(...shares) * 100 - 2);
  const highest = Math.min(100, Math.max(...shares) * 100 + 2);
  const step =
    [5, 10, 20, 25, 50].find((wide) => Math.ceil(highest / wide) - Math.floor(lowest / wide) < maxTicks) ?? 50;
  const from = Math.floor(lowest / step) * step;
  const to = Math.ceil(highest / step) * step;
  const ticks = Array.from({ length: (to - from) / step + 1 }, (_, index) => from + index * step);
  return { ticks, x: (share) => left + ((share * 100 - from) / (to - from)) * (right - left) };
}
