import { findPair } from '#domain/market/currency-pair.ts';
import { durations } from '#domain/market/duration.ts';
import { minuteMs } from '#domain/time.ts';
import type { Bar } from './bar/bar.ts';
import { type BarBuilder, createBarBuilder } from './bar/bar-builder.ts';
import { type BarHistory, createBarHistory } from './bar/bar-history.ts';
import { warmUpBars } from './features/feature-stream.ts';
import { createMarketFeatures } from './features/market-features.ts';
import { createBoard, type ForecastBoard } from './forecast/board.ts';
import type { Explanation, Forecast, Forecaster } from './forecast/forecaster.ts';
import type { Tick } from './tick/tick.ts';
import { createTickQuality, type TickCounts } from './tick/tick-quality.ts';

/**
 * Result of one tick: the ticks that may be used (a confirmed jump releases two), and the forecasts
 * it triggered.
 */
export interface TickStep {
  readonly accepted: readonly Tick[];
  readonly forecasts: readonly Forecast[];
}

/**
 * The stages in order: tick → quality → bar → history → features → forecasts → board. A minute is
 * forecast once it has ended for all pairs, because models use cross-pair features: when the caller
 * closes it, or when a pair has closed a later one. The same code runs on the live feed, in replay
 * and in tests; it has no access to a clock, a network or a database. Entry and settlement follow
 * in signal/enter.ts and settlement/settle.ts.
 */
export interface Pipeline {
  readonly board: ForecastBoard;
  onTick(tick: Tick): TickStep;
  /**
   * Closes every minute before `time` (milliseconds UTC), also for pairs without a tick since, and
   * returns the forecasts.
   */
  closeMinutes(time: number): readonly Forecast[];
  /**
   * Adds back-filled bars, oldest first: the start of a history, or the bars missed in a gap.
   * Returns the forecasts from the newest bar.
   */
  fill(symbol: string, bars: readonly Bar[]): readonly Forecast[];
  markGap(symbol: string, from: number, to: number | null): void;
  history(symbol: string): BarHistory;
  /**
   * The model's explanation of the forecast; null when the features of that bar are no longer
   * available.
   */
  explain(forecast: Forecast): Explanation | null;
  counts(): TickCounts;
}

interface ForecastBar {
  readonly barTime: number;
  readonly vector: Float64Array;
  /** By model and duration: computed once for all users who receive the same forecast. */
  readonly explanations: Map<string, Explanation>;
}

interface PairState {
  /** The pair's index in the market. */
  readonly place: number;
  readonly builder: BarBuilder;
  readonly history: BarHistory;
  /** A copy of the vector of the last forecast bar, because the market reuses its own. */
  features: ForecastBar | null;
}

export function createPipeline(symbols: readonly string[], forecasters: readonly Forecaster[]): Pipeline {
  const quality = createTickQuality();
  const board = createBoard();
  const market = createMarketFeatures(symbols);
  const pairs = new Map(symbols.map((symbol, place) => [symbol, newPair(symbol, place)]));
  const byKey = new Map(forecasters.map((forecaster) => [forecaster.key, forecaster]));
  /** Start times of minutes with bars that have not been forecast yet. */
  const waiting = new Set<number>();

  const pairOf = (symbol: string): PairState => {
    const pair = pairs.get(symbol);
    if (!pair) throw new RangeError(`${symbol} is not a pair of this pipeline`);
    return pair;
  };

  function closeBar(pair: PairState, bar: Bar): void {
    if (!pair.history.push(bar)) return;
    market.push(pair.place, bar);
    waiting.add(bar.time);
  }

  /** Forecasts the waiting minutes that began before `time`, oldest first. */
  function forecastBefore(time: number): Forecast[] {
    const ended = [...waiting].filter((minute) => minute < time).sort((a, b) => a - b);
    return ended.flatMap((minute) => {
      waiting.delete(minute);
      checkAllPairs(minute);
      return symbols.flatMap((symbol) => forecastPair(symbol, minute));
    });
  }

  function checkAllPairs(minute: number): void {
    const states = [...pairs.values()];
    market.close(minute, (place) => {
      const state = states[place];
      return state !== undefined && isBroken(state.history, minute);
    });
  }

  function forecastPair(symbol: string, minute: number): Forecast[] {
    const pair = pairOf(symbol);
    const vector = market.vector(pair.place);
    if (!vector) return [];
    pair.features = { barTime: minute, vector: Float64Array.from(vector), explanations: new Map() };
    const forecasts = forecastAll(symbol, minute, pair.features.vector);
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
      if (verdict?.kind !== 'accepted') return { accepted: [], forecasts: [] };
      const pair = pairOf(tick.symbol);
      const closed = verdict.ticks.flatMap((accepted) => pair.builder.add(accepted) ?? []);
      const forecasts = closed.flatMap((bar) => {
        const earlier = forecastBefore(bar.time);
        closeBar(pair, bar);
        return earlier;
      });
      return { accepted: verdict.ticks, forecasts };
    },
    closeMinutes(time) {
      for (const pair of pairs.values()) {
        const bar = pair.builder.closeUntil(time);
        if (bar) closeBar(pair, bar);
      }
      return forecastBefore(Math.floor(time / minuteMs) * minuteMs);
    },
    fill(symbol, bars) {
      const pair = pairOf(symbol);
      pair.history.fill(bars);
      quality.seed(symbol, bars);
      const known = pair.history.between(Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY);
      const last = known.at(-1);
      if (!last) return [];
      market.restart(pair.place);
      for (const bar of known) market.push(pair.place, bar);
      // Other pairs may still be filled up to this minute, so it is recomputed when it is closed.
      waiting.add(last.time);
      checkAllPairs(last.time);
      return forecastPair(symbol, last.time);
    },
    markGap: (symbol, from, to) => pairOf(symbol).history.markGap(from, to),
    history: (symbol) => pairOf(symbol).history,
    explain(forecast) {
      const features = pairOf(forecast.symbol).features;
      const forecaster = byKey.get(forecast.model);
      if (!forecaster || features?.barTime !== forecast.barTime) return null;
      const key = `${forecast.model} ${forecast.duration}`;
      const explanation =
        features.explanations.get(key) ??
        forecaster.explain(forecast.symbol, forecast.barTime, features.vector, forecast.duration);
      features.explanations.set(key, explanation);
      return explanation;
    },
    counts: () => quality.counts(),
  };
}

function newPair(symbol: string, place: number): PairState {
  const digits = findPair(symbol)?.digits ?? 5;
  return { place, builder: createBarBuilder(digits), history: createBarHistory(digits), features: null };
}

/**
 * Whether the feed had a break inside the features' window, in which case nothing is forecast. The
 * features handle minutes without a tick themselves.
 */
const isBroken = (history: BarHistory, minute: number): boolean =>
  history.gapsWithin(minute - warmUpBars * minuteMs, minute + minuteMs).some((gap) => gap.kind === 'reported');
