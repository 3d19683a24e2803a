import { limits } from '#domain/signals/limits.ts';
import type { Bar } from '#engine/bar/bar.ts';
import { createFeatureStream, pairFeatureInfos } from '#engine/features/feature-stream.ts';
import type { MarketView } from '#server/live/market-view.ts';
import { minuteMs } from '#domain/time.ts';

export type BarSource = Pick<MarketView, 'bars'>;

/** One pair at a decision time: the input of a question. */
export interface MarketReading {
  readonly symbol: string;
  readonly barTime: number;
  /** Closed bars, oldest first; the newest closed at `barTime` + a minute. */
  readonly bars: readonly Bar[];
  /** The value of a feature of the market, by its name. */
  readonly feature: (name: string) => number;
}

/**
 * The longest window is 241 bars, and quiet minutes have none. The weight of earlier bars in means
 * and RSI is under 0.3 %.
 */
const readMinutes = 360;
const featureNames = pairFeatureInfos.map(({ name }) => name);

/**
 * Null: the newest bar is too old for a signal, or the features are still warming up. `now`:
 * milliseconds of market time.
 *
 * A pair is read once a minute: the features of six hours take some 20 ms, and many users send the
 * same request.
 */
export function createReadMarket(history: BarSource) {
  const newest = new Map<string, MarketReading>();
  return (symbol: string, now: number): MarketReading | null => {
    const bars = closedBars(history, symbol, now, readMinutes);
    const last = bars.at(-1);
    if (!last || now - (last.time + minuteMs) > limits.forecastOpenMs) return null;
    const known = newest.get(symbol);
    if (known?.barTime === last.time) return known;
    const reading = toReading(symbol, bars);
    if (reading) newest.set(symbol, reading);
    return reading;
  };
}

function toReading(symbol: string, bars: readonly Bar[]): MarketReading | null {
  const stream = createFeatureStream(symbol);
  const vector = bars.map((bar) => stream.push(bar)).at(-1);
  if (!vector?.every(Number.isFinite)) return null;
  const barTime = bars.at(-1)?.time ?? Number.NaN;
  return { symbol, barTime, bars, feature: (name) => vector[featureNames.indexOf(name)] ?? Number.NaN };
}

/** The bars of the last `minutes` that had closed at `now`, oldest first. */
export const closedBars = (history: BarSource, symbol: string, now: number, minutes: number): readonly Bar[] =>
  history.bars(symbol, now - minutes * minuteMs, now - minuteMs + 1);
