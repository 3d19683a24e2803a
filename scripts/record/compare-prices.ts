import { computeMid, pipSize, priceDigits } from '#domain/market/currency-pair.ts';
import { addCluster, computeMean, computeRobustVariance, noClusters } from '#domain/statistics/cluster-sums.ts';
import { minHoursForRate } from '#domain/statistics/shown-rate.ts';
import { studentQuantile } from '#domain/statistics/wilson-interval.ts';
import { getHour, minuteMs, secondMs, startOfMinute } from '#domain/time.ts';
import type { Bar } from '#engine/bar/bar-builder.ts';
import type { DecidingPrice } from '#record/verify/check-outcomes.ts';
import type { Findings } from '#record/verify/findings.ts';
import { readMarketFile } from '#server/integrations/market-data/replay/read-market-file.ts';
import { type Recording, toRecording } from '#server/integrations/market-data/replay/recording.ts';

/** Mid prices; the tolerance is included. */
interface PriceRange {
  readonly low: number;
  readonly high: number;
}

/** One pair's prices from another source of the same market. */
export interface PriceSource {
  readonly symbol: string;
  /** The prices around that instant (milliseconds UTC); null: it is not covered. */
  rangeAt(time: number): PriceRange | null;
}

/** A tick may carry the time of the second before or after. */
const clockToleranceMs = secondMs;

/** A file of ticks or bars, in a form of REPLAY_FILES. `timezone`: of times that state none. */
export function openPriceFile(path: string, timezone: string | null): PriceSource {
  const file = readMarketFile(path, timezone);
  const recording = toRecording(file);
  return file.kind === 'bars' ? sourceOfBars(file.symbol, recording.bars) : sourceOfTicks(recording);
}

function sourceOfBars(symbol: string, bars: (from: number, to: number) => readonly Bar[]): PriceSource {
  const tolerance = halfPip(symbol);
  return {
    symbol,
    rangeAt: (time) => {
      const around = bars(startOfMinute(time - clockToleranceMs), startOfMinute(time + clockToleranceMs) + minuteMs);
      return getRange(
        around.flatMap(({ low, high }) => [low, high]),
        tolerance,
      );
    },
  };
}

/** Between two ticks the price is that of the first. */
function sourceOfTicks({ symbol, ticks }: Recording): PriceSource {
  return {
    symbol,
    rangeAt: (time) => {
      const near = [time - minuteMs, time, time + minuteMs].flatMap((at) => [...ticks(startOfMinute(at))]);
      const known = near.filter((tick) => tick.time <= time + clockToleranceMs);
      const first = Math.max(
        0,
        known.findLastIndex((tick) => tick.time <= time - clockToleranceMs),
      );
      const around = known.slice(first);
      const spread = Math.max(0, ...around.map(({ bid, ask }) => ask - bid));
      return getRange(
        around.map(({ bid, ask }) => computeMid(bid, ask)),
        Math.max(halfPip(symbol), spread / 2),
      );
    },
  };
}

function getRange(prices: readonly number[], tolerance: number): PriceRange | null {
  return prices.length === 0 ? null : { low: Math.min(...prices) - tolerance, high: Math.max(...prices) + tolerance };
}

const halfPip = (symbol: string): number => pipSize(priceDigits(symbol)) / 2;

/** Two sources of one market differ now and then; beyond this it is another market. */
const maxShareOutside = 0.01;
/** So many standard deviations more in favour than against is no chance. */
const maxDeviations = 3;

/**
 * Rule 18: the prices that decided forecasts lie within those of another source of the market; and how
 * far they lie, on average, on the side that is in favour of the forecasts.
 */
export function createPriceComparison(sources: readonly PriceSource[]) {
  const byPair = new Map(sources.map((source) => [source.symbol, source]));
  const counts = { compared: 0, uncovered: 0, favoured: 0, against: 0, outside: 0 };
  let worst: { readonly price: DecidingPrice; readonly pips: number } | null = null;
  /** By hour: how many prices, and the sum of their deviations in favour, in pips. */
  const hours = new Map<number, { n: number; x: number }>();

  return {
    add: (price: DecidingPrice): void => {
      const { pair, time, favour } = price;
      const range = byPair.get(pair)?.rangeAt(time);
      if (!range) {
        counts.uncovered++;
        return;
      }
      counts.compared++;
      const pips = pipsOutside(price, range);
      if (pips > 0) counts.outside++;
      if (pips > (worst?.pips ?? 0)) worst = { price, pips };
      if (favour === 0) return;
      const deviation = (favour * (price.price - (range.low + range.high) / 2)) / pipSize(priceDigits(pair));
      if (pips > 0 && deviation > 0) counts.favoured++;
      if (pips > 0 && deviation < 0) counts.against++;
      const hour = hours.get(getHour(time)) ?? { n: 0, x: 0 };
      hours.set(getHour(time), { n: hour.n + 1, x: hour.x + deviation });
    },
    finish: (findings: Findings): void => {
      const { compared, outside, favoured, against, uncovered } = counts;
      if (compared === 0) return findings.skips('no deciding price is covered by the other source');
      const share = (100 * (compared - outside)) / compared;
      const text = `${share.toFixed(2)} % of ${compared} deciding prices agree with the other source`;
      if (outside > Math.max(1, maxShareOutside * compared))
        findings.fails(18, worst?.price.leaf ?? null, `${text}; farthest: ${describe(worst)}`);
      else findings.holds(text);
      const sides = `of ${outside} prices outside, ${favoured} are in favour of the forecasts and ${against} against them`;
      if (favoured - against > maxDeviations * Math.sqrt(favoured + against))
        findings.fails(18, worst?.price.leaf ?? null, sides);
      else findings.holds(sides);
      findings.notes(describeDeviation([...hours.values()]));
      if (uncovered > 0) findings.notes(`${uncovered} deciding prices are not covered by the other source`);
    },
  };
}

/** How far beyond the other source's prices. */
function pipsOutside({ pair, price }: DecidingPrice, { low, high }: PriceRange): number {
  const beyond = Math.max(low - price, price - high);
  // Less than a tenth of a point is the rounding of the subtraction.
  const pips = beyond / pipSize(priceDigits(pair));
  return pips > 0.01 ? pips : 0;
}

const describe = (worst: { readonly price: DecidingPrice; readonly pips: number } | null): string =>
  worst
    ? `${worst.price.pair} ${worst.price.price} at ${new Date(worst.price.time).toISOString()}, ${worst.pips.toFixed(1)} pips beyond it`
    : 'none';

/** The mean deviation in favour of the forecasts with its 95 % interval; an hour is one cluster. */
function describeDeviation(hours: readonly { readonly n: number; readonly x: number }[]): string {
  const sums = noClusters();
  for (const { n, x } of hours) addCluster(sums, n, x);
  const mean = `deciding prices lie ${computeMean(sums).toFixed(3)} pips on the side of the forecasts`;
  if (hours.length < minHoursForRate) return `${mean}, in too few hours for an interval`;
  const { variance, equal } = computeRobustVariance(sums);
  const margin = (studentQuantile(equal - 1) * Math.sqrt(variance)) / sums.count;
  return `${mean}, ± ${margin.toFixed(3)}`;
}
