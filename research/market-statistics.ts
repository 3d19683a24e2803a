import { isClosedWeekend, newYorkMinute } from '#domain/market/new-york-time.ts';
import { minuteMs } from '#domain/time.ts';

/**
 * One entry per minute, from `firstMinute` (minutes since 1970, UTC) on; NaN where there is no bar.
 * Logarithms of mid prices.
 */
export interface MinuteGrid {
  readonly firstMinute: number;
  readonly open: Float64Array;
  readonly high: Float64Array;
  readonly low: Float64Array;
  readonly close: Float64Array;
}

/** Windows in minutes: does a move over `past` predict the opposite over `future`? */
export const reversalWindows = [1, 2, 5, 15, 30, 60].flatMap((past) => [2, 5, 10].map((future) => ({ past, future })));
export const tieHorizons = [2, 3, 5, 7, 10] as const;
export const volatilityLags = [1, 15, 240, 1_440] as const;
const autocorrelationLags = 30;
const clipAt = 6;

export interface MarketStatistics {
  /** Root mean square of the one-minute log change. */
  readonly deviation: number;
  readonly varianceByQuarter: readonly number[];
  /**
   * Mean of |z| over its root mean square, z being the change divided by its quarter's deviation.
   */
  readonly meanAbsolute: number;
  /** ln(E|z(t)||z(t+lag)| / E|z|²) for `volatilityLags`. */
  readonly volatilityMemory: readonly number[];
  /** Close to close, lags 1 to 30 minutes. */
  readonly autocorrelation: readonly number[];
  /** By New York hour and `reversalWindows`: correlation of the past move with the direction from the NEXT price on. */
  readonly reversalByHour: readonly (readonly number[])[];
  readonly tieRate: readonly number[];
  /** High minus low over |close minus open|, of the means. */
  readonly rangeRatio: number;
  /**
   * By `tieHorizons`: how often fading the 5 % most extreme distances from the 30-minute mean wins,
   * ties excluded.
   */
  readonly fadeWinRate: readonly number[];
}

export function computeGrid(
  time: Float64Array,
  columns: Readonly<Record<'open' | 'high' | 'low' | 'close', Float64Array>>,
): MinuteGrid {
  const firstMinute = Math.floor((time[0] ?? 0) / minuteMs);
  const size = Math.floor((time.at(-1) ?? 0) / minuteMs) - firstMinute + 1;
  const grid = (column: Float64Array): Float64Array => {
    const values = new Float64Array(size).fill(Number.NaN);
    for (let i = 0; i < time.length; i += 1) {
      const at = time[i] ?? 0;
      if (!isClosedWeekend(at)) values[Math.floor(at / minuteMs) - firstMinute] = Math.log(column[i] ?? Number.NaN);
    }
    return values;
  };
  return {
    firstMinute,
    open: grid(columns.open),
    high: grid(columns.high),
    low: grid(columns.low),
    close: grid(columns.close),
  };
}

/** `digits`: the precision at which prices compare equal. */
export function measureMarket(grid: MinuteGrid, digits: number): MarketStatistics {
  const change = computeChanges(grid.close);
  const quarter = getQuarter(grid);
  const { deviation, varianceByQuarter } = varianceProfile(change, quarter);
  const sigma = Float64Array.from(quarter, (q) => deviation * Math.sqrt(varianceByQuarter[q] ?? 1));
  const z = change.map((value, i) => clip(value / (sigma[i] ?? 1)));
  return {
    deviation,
    varianceByQuarter,
    meanAbsolute: computeMean(z.map(Math.abs)) / Math.sqrt(computeMean(z.map((value) => value * value))),
    volatilityMemory: volatilityLags.map((lag) => volatilityMemory(z, lag)),
    autocorrelation: Array.from({ length: autocorrelationLags }, (_, i) => correlation(z, z, i + 1)),
    reversalByHour: reversals(grid, quarter, sigma),
    tieRate: tieHorizons.map((horizon) => tieRate(grid, horizon, digits)),
    rangeRatio: meanDifference(grid.high, grid.low) / meanDifference(grid.close, grid.open),
    fadeWinRate: fadeWinRates(grid, digits),
  };
}

const clip = (z: number): number => Math.max(-clipAt, Math.min(clipAt, z));

function computeChanges(close: Float64Array): Float64Array {
  return close.map((value, i) => (i === 0 ? Number.NaN : value - (close[i - 1] ?? Number.NaN)));
}

const getQuarter = (grid: MinuteGrid): Uint8Array =>
  Uint8Array.from(grid.close, (_, i) => Math.floor(newYorkMinute((grid.firstMinute + i) * minuteMs) / 15));

function varianceProfile(
  change: Float64Array,
  quarter: Uint8Array,
): { deviation: number; varianceByQuarter: number[] } {
  const raw = Math.sqrt(computeMean(change.map((value) => value * value)));
  const sums = new Float64Array(96);
  const counts = new Float64Array(96);
  change.forEach((value, i) => {
    if (Number.isNaN(value)) return;
    const q = quarter[i] ?? 0;
    // Without the cap, a few crashes would make their quarters look volatile permanently.
    sums[q] = (sums[q] ?? 0) + Math.min(value * value, (20 * raw) ** 2);
    counts[q] = (counts[q] ?? 0) + 1;
  });
  const variance = Array.from(sums, (sum, q) => sum / Math.max(1, counts[q] ?? 1));
  const mean = variance.reduce((total, value) => total + value, 0) / 96;
  return { deviation: Math.sqrt(mean), varianceByQuarter: variance.map((value) => value / mean) };
}

function computeMean(values: Float64Array): number {
  let sum = 0;
  let count = 0;
  for (const value of values)
    if (!Number.isNaN(value)) {
      sum += value;
      count += 1;
    }
  return sum / count;
}

const meanDifference = (a: Float64Array, b: Float64Array): number =>
  computeMean(a.map((value, i) => Math.abs(value - (b[i] ?? 0))));

function correlation(a: Float64Array, b: Float64Array, lag: number): number {
  return (
    computeMean(a.subarray(0, a.length - lag).map((value, i) => value * (b[i + lag] ?? Number.NaN))) /
    computeMean(a.map((v) => v * v))
  );
}

function volatilityMemory(z: Float64Array, lag: number): number {
  const size = z.map(Math.abs);
  return Math.log(
    computeMean(size.subarray(0, size.length - lag).map((value, i) => value * (size[i + lag] ?? Number.NaN))) /
      computeMean(size) ** 2,
  );
}

/**
 * Of the future only the sign counts, as for a signal: for two normal variables the correlation of
 * one with the other's sign is √(2/π) of their own, so dividing by that gives a correlation again,
 * and outliers and ties cannot distort it.
 */
function reversals(grid: MinuteGrid, quarter: Uint8Array, sigma: Float64Array): number[][] {
  const { close, open } = grid;
  const byWindow = reversalWindows.map(({ past, future }) => {
    const sums = Array.from({ length: 24 }, () => ({ both: 0, past: 0, count: 0 }));
    for (let i = past; i + future < close.length; i += 1) {
      const before = clip(((close[i] ?? 0) - (close[i - past] ?? 0)) / ((sigma[i] ?? 1) * Math.sqrt(past)));
      const after = Math.sign((close[i + future] ?? 0) - (open[i + 1] ?? 0));
      const sum = sums[Math.floor((quarter[i] ?? 0) / 4)];
      if (!sum || after === 0 || Number.isNaN(before * after)) continue;
      sum.both += before * after;
      sum.past += before * before;
      sum.count += 1;
    }
    return sums.map((sum) => sum.both / Math.sqrt((sum.past * sum.count * 2) / Math.PI));
  });
  return Array.from({ length: 24 }, (_, hour) => byWindow.map((hours) => hours[hour] ?? 0));
}

function tieRate({ open, close }: MinuteGrid, horizon: number, digits: number): number {
  let ties = 0;
  let count = 0;
  for (let i = 0; i + horizon < close.length; i += 1) {
    const entry = points(open[i + 1], digits);
    const exit = points(close[i + horizon], digits);
    if (Number.isNaN(entry * exit)) continue;
    count += 1;
    if (entry === exit) ties += 1;
  }
  return ties / count;
}

const points = (logPrice = Number.NaN, digits: number): number => Math.round(Math.exp(logPrice) * 10 ** digits);

const fadeWindow = 30;
const fadeShare = 0.05;

function fadeWinRates(grid: MinuteGrid, digits: number): number[] {
  const stretch = computeStretch(grid.close);
  const sizes = stretch
    .map(Math.abs)
    .filter((value) => !Number.isNaN(value))
    .toSorted();
  const threshold = sizes[Math.floor(sizes.length * (1 - fadeShare))] ?? Number.POSITIVE_INFINITY;
  return tieHorizons.map((horizon) => {
    let wins = 0;
    let count = 0;
    for (let i = fadeWindow; i + horizon < grid.close.length; i += 1) {
      const far = stretch[i] ?? Number.NaN;
      const change = points(grid.close[i + horizon], digits) - points(grid.open[i + 1], digits);
      if (!(Math.abs(far) >= threshold) || Number.isNaN(change) || change === 0) continue;
      count += 1;
      if (change > 0 !== far > 0) wins += 1;
    }
    return wins / count;
  });
}

/** Distance of a close from the mean of its last 30, in their standard deviations (Bollinger's z). */
function computeStretch(close: Float64Array): Float64Array {
  return close.map((value, i) => {
    if (i < fadeWindow) return Number.NaN;
    let sum = 0;
    let squares = 0;
    for (let back = 0; back < fadeWindow; back += 1) {
      const difference = (close[i - back] ?? Number.NaN) - value;
      sum += difference;
      squares += difference * difference;
    }
    const mean = sum / fadeWindow;
    return -mean / Math.sqrt(Math.max(squares / fadeWindow - mean * mean, 1e-16));
  });
}
