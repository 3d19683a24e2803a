import { findPair, toPoints } from '#domain/market/currency-pair.ts';
import { getDay, minuteMs } from '#domain/time.ts';
import type { Bar } from '#engine/bar/bar-builder.ts';
import { createPairFeatures } from './pair-features.ts';
import type { FeatureGroup, FeatureInfo, PointBar } from './feature-group.ts';
import { quietMinutes } from './close-line.ts';
import { createRollingSum } from './indicators.ts';
import { createSquadFeatures } from './squad-features.ts';

/** Turns one pair's bars, in ascending time, into the features of that pair. */
export interface FeatureStream {
  /**
   * The features at the close of `bar`, in the order of `pairFeatureInfos`, or null during warm-up.
   * The array is owned by the stream and overwritten by the next push. Prices of any scale; a bar
   * that is not later than the last is ignored (null).
   */
  push(bar: Bar): Float64Array | null;
}

/** The longest window is 240 bars, and its first bar needs the close before it. */
export const warmUpBars = 241;

/**
 * At the first bar of a UTC day the stream starts again with this many of the newest bars, so that
 * the vectors of a day follow from its bars and these alone. Of what an exponential mean of 60 bars
 * held before them, a ten-millionth remains.
 */
export const dayStartBars = 480;

const createGroups = (): FeatureGroup[] => [...createPairFeatures(), createSquadFeatures()];

export const pairFeatureInfos: readonly FeatureInfo[] = createGroups().flatMap((group) => group.features);

/**
 * Prices become whole points above an anchor, so that every window's sum is exact and independent
 * of where the stream began. Only the exponential means and RSI have a longer memory, less than 0.3
 * % of their start at the first vector.
 */
export function createFeatureStream(symbol: string): FeatureStream {
  const out = new Float64Array(pairFeatureInfos.length);
  const point = emptyPointBar();
  let digits = findPair(symbol)?.digits;
  let anchor = 0;
  let groups: FeatureGroup[] = [];
  let ranges = createRollingSum(60);
  let seen = 0;
  let day = Number.NaN;
  let recent: Bar[] = [];

  function restart(bar: Bar): void {
    digits ??= getDigits(bar.close);
    anchor = toPoints(bar.close, digits);
    groups = createGroups();
    ranges = createRollingSum(60);
    point.previousClose = Number.NaN;
    seen = 0;
  }

  function push(bar: Bar): Float64Array | null {
    if (bar.time <= point.time) return null;
    if (getDay(bar.time) !== day) startDay(getDay(bar.time));
    recent.push(bar);
    return advance(bar);
  }

  function startDay(started: number): void {
    day = started;
    recent = recent.slice(-dayStartBars);
    point.time = Number.NaN;
    for (const bar of recent) advance(bar);
  }

  function advance(bar: Bar): Float64Array | null {
    const step = bar.time - point.time;
    if (!(step <= (quietMinutes + 1) * minuteMs)) restart(bar);
    enter(bar, digits ?? 0);
    for (let i = 0, at = 0; i < groups.length; i += 1) {
      const group = groups[i] as FeatureGroup;
      group.push(point, out, at);
      at += group.features.length;
    }
    point.previousClose = point.close;
    return seen >= warmUpBars ? out : null;
  }

  function enter(bar: Bar, decimals: number): void {
    seen += 1;
    point.time = bar.time;
    point.level = toPoints(bar.close, decimals);
    point.open = toPoints(bar.open, decimals) - anchor;
    point.high = toPoints(bar.high, decimals) - anchor;
    point.low = toPoints(bar.low, decimals) - anchor;
    point.close = point.level - anchor;
    const before = Number.isNaN(point.previousClose) ? point.close : point.previousClose;
    point.range = Math.max(point.high, before) - Math.min(point.low, before);
    point.scale = Math.max(ranges(point.range) / 60, 0.1);
  }

  return { push };
}

const emptyPointBar = (): PointBar => ({
  time: Number.NaN,
  open: 0,
  high: 0,
  low: 0,
  close: 0,
  previousClose: Number.NaN,
  range: Number.NaN,
  scale: Number.NaN,
  level: 0,
});

/** For an unknown symbol: six significant digits of its first price. */
const getDigits = (price: number): number => Math.max(0, 5 - Math.floor(Math.log10(price)));
