import { findPair } from '#domain/currency-pair.ts';
import { durations } from '#domain/duration.ts';
import { type Bar, minuteMs } from './bar/bar.ts';
import { type BarBuilder, createBarBuilder } from './bar/bar-builder.ts';
import { type BarHistory, createBarHistory } from './bar/bar-history.ts';
import { createFeatureStream, type FeatureStream, warmUpBars } from './features/feature-stream.ts';
import { createBoard, type ForecastBoard } from './forecast/board.ts';
import type { Explanation, Forecast, Forecaster } from './forecast/forecaster.ts';
import type { Tick } from './tick/tick.ts';
import { createTickQuality, type TickCounts } from './tick/tick-quality.ts';

/** What one tick led to: the ticks that may be used (a confirmed jump releases two) and the bars that closed. */
export interface TickStep {
  readonly accepted: readonly Tick[];
  readonly closed: readonly ClosedBar[];
}

export interface ClosedBar {
  readonly symbol: string;
  readonly bar: Bar;
  readonly forecasts: readonly Forecast[];
}

/**
 * The stages in order: tick → quality → bar → history → features → forecasts → board.
 * The same code runs on the live feed, in replay and in tests; it knows no clock, no network, no database.
 * Entry and settlement follow in signal/enter.ts and settlement/settle.ts.
 */
export interface Pipeline {
  readonly board: ForecastBoard;
  onTick(tick: Tick): TickStep;
  /** Every minute before `time` (milliseconds UTC) has ended, also for pairs that had no tick since. */
  closeMinutes(time: number): readonly ClosedBar[];
  /** Back-filled bars, oldest first: the start of a history, or what was missed in a gap. */
  fill(symbol: string, bars: readonly Bar[]): readonly Forecast[];
  markGap(symbol: string, from: number, to: number | null): void;
  history(symbol: string): BarHistory;
  /** Why the model said this; null when the features of that bar are no longer at hand. */
  explain(forecast: Forecast): Explanation | null;
  counts(): TickCounts;
}

interface PairState {
  readonly builder: BarBuilder;
  readonly history: BarHistory;
  stream: FeatureStream;
  /** The vector of the last closed bar, copied: the stream may reuse its own. */
  features: { readonly barTime: number; readonly vector: Float64Array } | null;
}

export function createPipeline(symbols: readonly string[], forecasters: readonly Forecaster[]): Pipeline {
  const quality = createTickQuality();
  const board = createBoard();
  const pairs = new Map(symbols.map((symbol) => [symbol, newPair(symbol)]));
  const byKey = new Map(forecasters.map((forecaster) => [forecaster.key, forecaster]));

  const pairOf = (symbol: string): PairState => {
    const pair = pairs.get(symbol);
    if (!pair) throw new RangeError(`${symbol} is not a pair of this pipeline`);
    return pair;
  };

  function closeBar(symbol: string, pair: PairState, bar: Bar): ClosedBar {
    if (!pair.history.push(bar)) return { symbol, bar, forecasts: [] };
    return { symbol, bar, forecasts: forecastFrom(symbol, pair, bar) };
  }

  function forecastFrom(symbol: string, pair: PairState, bar: Bar): Forecast[] {
    const vector = pair.stream.push(bar);
    pair.features = vector && { barTime: bar.time, vector: Float64Array.from(vector) };
    if (!pair.features || isBroken(pair.history, bar)) return [];
    const forecasts = forecastAll(symbol, bar.time, pair.features.vector);
    for (const forecast of forecasts) board.put(forecast);
    return forecasts;
  }

  const forecastAll = (symbol: string, barTime: number, vector: Float64Array): Forecast[] =>
    forecasters.flatMap((forecaster) =>
      durations.flatMap((duration) => forecaster.forecast(symbol, barTime, vector, duration) ?? []),
    );

  return {
    board,
    onTick(tick) {
      const verdict = pairs.has(tick.symbol) ? quality.check(tick) : null;
      if (verdict?.kind !== 'accepted') return { accepted: [], closed: [] };
      const pair = pairOf(tick.symbol);
      const closed = verdict.ticks.flatMap((accepted) => pair.builder.add(accepted) ?? []);
      return { accepted: verdict.ticks, closed: closed.map((bar) => closeBar(tick.symbol, pair, bar)) };
    },
    closeMinutes(time) {
      return [...pairs].flatMap(([symbol, pair]) => {
        const bar = pair.builder.closeUntil(time);
        return bar ? [closeBar(symbol, pair, bar)] : [];
      });
    },
    fill(symbol, bars) {
      const pair = pairOf(symbol);
      pair.history.fill(bars);
      quality.seed(symbol, bars);
      const known = pair.history.between(Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY);
      const last = known.at(-1);
      if (!last) return [];
      pair.stream = createFeatureStream(symbol);
      for (const bar of known.slice(0, -1)) pair.stream.push(bar);
      return forecastFrom(symbol, pair, last);
    },
    markGap: (symbol, from, to) => pairOf(symbol).history.markGap(from, to),
    history: (symbol) => pairOf(symbol).history,
    explain(forecast) {
      const features = pairOf(forecast.symbol).features;
      const forecaster = byKey.get(forecast.model);
      if (!forecaster || features?.barTime !== forecast.barTime) return null;
      return forecaster.explain(forecast.symbol, forecast.barTime, features.vector, forecast.duration);
    },
    counts: () => quality.counts(),
  };
}

function newPair(symbol: string): PairState {
  const digits = findPair(symbol)?.digits ?? 5;
  return {
    builder: createBarBuilder(digits),
    history: createBarHistory(digits),
    stream: createFeatureStream(symbol),
    features: null,
  };
}

/** A break of the feed inside the features' window: never a guess. Minutes without a tick are the features' own matter. */
const isBroken = (history: BarHistory, bar: Bar): boolean =>
  history.gapsWithin(bar.time - warmUpBars * minuteMs, bar.time + minuteMs).some((gap) => gap.kind === 'reported');
