import { limits } from '#domain/limits.ts';
import { type Bar, minuteMs } from '#engine/bar/bar.ts';
import { createFeatureStream, pairFeatureInfos } from '#engine/features/feature-stream.ts';
import type { LiveEngine } from '#server/live/live-engine.ts';

export type BarSource = Pick<LiveEngine, 'bars'>;

/** One pair as it stood at a decision time: what a question is written from. */
export interface MarketReading {
  readonly symbol: string;
  readonly barTime: number;
  /** Closed bars, oldest first; the newest closed at `barTime` + a minute. */
  readonly bars: readonly Bar[];
  /** The value of a feature of the engine, by its name. */
  readonly feature: (name: string) => number;
}

/** The longest window is 241 bars; means and RSI remember further back, and quiet minutes have no bar. */
const readMinutes = 720;
const featureNames = pairFeatureInfos.map(({ name }) => name);

/** Null: the newest bar is too old for a signal, or the features are still warming. Instants in milliseconds. */
export function readMarket(history: BarSource, symbol: string, now: number): MarketReading | null {
  const bars = closedBars(history, symbol, now, readMinutes);
  const last = bars.at(-1);
  if (!last || now - (last.time + minuteMs) > limits.forecastOpenMs) return null;
  const stream = createFeatureStream(symbol);
  const vector = bars.map((bar) => stream.push(bar)).at(-1);
  if (!vector?.every(Number.isFinite)) return null;
  return { symbol, barTime: last.time, bars, feature: (name) => vector[featureNames.indexOf(name)] ?? Number.NaN };
}

/** The bars of the last `minutes` that had closed at `now`, oldest first. */
export const closedBars = (history: BarSource, symbol: string, now: number, minutes: number): readonly Bar[] =>
  history.bars(symbol, now - minutes * minuteMs, now - minuteMs + 1);
