import type { AiModelKey } from '#domain/signals/ai-model.ts';
import { priceDigits } from '#domain/market/currency-pair.ts';
import { durations } from '#domain/market/duration.ts';
import { dayMs, getDay } from '#domain/time.ts';
import type { Bar, BarTicks } from './bar/bar-builder.ts';
import { type BarHistory, createBarHistory } from './bar/bar-history.ts';
import { type BarInput, toBarRow, toBar } from './bar-input.ts';
import { dayStartBars } from './features/feature-stream.ts';
import { createMarketFeatures } from './features/market-features.ts';
import {
  type AppliedCalibrations,
  calibrateAll,
  writeCalibrations,
  parseCalibrations,
} from './forecast/calibration/calibration-line.ts';
import type { AppliedCalibration } from './forecast/calibration/calibration.ts';
import type { Explanation, Forecast, Forecaster } from './forecast/forecaster.ts';
import { getOrCreate } from '#domain/objects.ts';

/**
 * From closed bars to forecasts: the part of the pipeline that a verifier repeats from the
 * published bars.
 */
type BarForecasts = ReturnType<typeof createBarForecasts>;

/** The calibrations in use, one line a model, and the features of each pair's last forecast bar. */
export interface ForecastBasis {
  readonly calibrations: readonly string[];
  readonly vectors: readonly { readonly symbol: string; readonly barTime: number; readonly vector: Float64Array }[];
}

/** Takes the inputs, so that the forecasts can be recomputed from them. */
export interface InputJournal {
  /** Each model as key, version and SHA-256 of its file. */
  readonly models: readonly string[];
  add(input: BarInput): void;
}

interface PairState {
  /** The pair's index in the market. */
  readonly index: number;
  readonly history: BarHistory;
  lastBar: ForecastBar | null;
}

export function createBarForecasts(
  symbols: readonly string[],
  forecasters: readonly Forecaster[],
  journal: InputJournal | null = null,
) {
  const market = createMarketFeatures(symbols);
  const pairs = new Map(symbols.map((symbol, index) => [symbol, newPair(symbol, index)]));
  const calibrations = new Map<AiModelKey, AppliedCalibration>();
  let inUse = forecasters;
  let journalDay = Number.NEGATIVE_INFINITY;

  const getPair = (symbol: string): PairState => {
    const pair = pairs.get(symbol);
    if (!pair) throw new RangeError(`${symbol} is not a pair of this pipeline`);
    return pair;
  };

  /** The inputs of a UTC day begin with the bars that its features start from. */
  function writeStart(day: number): void {
    if (!journal || day <= journalDay) return;
    journalDay = day;
    journal.add(['start', symbols, journal.models]);
    journalCalibrations();
    for (const symbol of symbols) {
      const before = getPair(symbol).history.between(Number.NEGATIVE_INFINITY, day * dayMs);
      if (before.length > 0) journal.add(['fill', symbol, before.slice(-dayStartBars).map(toBarRow)]);
    }
  }

  function journalCalibrations(): void {
    if (calibrations.size > 0) journal?.add(['calibrate', writeCalibrations(calibrations)]);
  }

  function forecastPair(symbol: string, minute: number): Forecast[] {
    const pair = getPair(symbol);
    const vector = market.vector(pair.index);
    if (!vector) return [];
    // A copy, because the market overwrites its vector at the next bar.
    const copy = Float64Array.from(vector);
    pair.lastBar = { barTime: minute, vector: copy, forecasters: inUse, explanations: new Map() };
    return inUse.flatMap((forecaster) =>
      durations.flatMap((duration) => forecaster.forecast(symbol, minute, copy, duration) ?? []),
    );
  }

  return {
    /** False, without any change: the pair's history already covers that minute. `ticks`: for the journal. */
    push(symbol: string, bar: Bar, ticks: BarTicks | null): boolean {
      const { history, index } = getPair(symbol);
      writeStart(getDay(bar.time));
      if (!history.push(bar)) return false;
      journal?.add(['bar', symbol, ...toBarRow(bar), ticks]);
      market.push(index, bar);
      return true;
    },
    /** From now on these calibrations are used; models without one keep the one they have. */
    calibrate(changed: AppliedCalibrations): void {
      for (const [model, calibration] of changed) calibrations.set(model, calibration);
      inUse = calibrateAll(forecasters, calibrations);
      // Before the first start nothing is written; the start then writes the calibrations.
      if (journalDay > Number.NEGATIVE_INFINITY) journalCalibrations();
    },
    /** Adds back-filled bars to a pair's history and reads all of it again. */
    fill(symbol: string, bars: readonly Bar[]): void {
      const { history, index } = getPair(symbol);
      const newest = bars.at(-1);
      if (newest) writeStart(getDay(newest.time));
      history.fill(bars);
      journal?.add(['fill', symbol, bars.map(toBarRow)]);
      market.restart(index);
      for (const bar of history.between(Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY)) market.push(index, bar);
    },
    /**
     * The forecasts at the close of that minute for pairs with a bar of it. `leftOut`: pairs whose
     * history is not trusted.
     */
    close(minute: number, leftOut: readonly string[]): Forecast[] {
      journal?.add(['close', minute, leftOut]);
      market.close(minute, (index) => leftOut.includes(symbols[index] ?? ''));
      return symbols.flatMap((symbol) => forecastPair(symbol, minute));
    },
    history: (symbol: string): BarHistory => getPair(symbol).history,
    /** Null: the features of that bar are no longer available. */
    explain: (forecast: Forecast): Explanation | null => {
      const { lastBar } = getPair(forecast.symbol);
      return lastBar && explainForecast(lastBar, forecast);
    },
    /** What the newest forecasts are explained from. */
    basis: (): ForecastBasis => ({
      calibrations: writeCalibrations(calibrations),
      vectors: [...pairs].flatMap(([symbol, { lastBar }]) => (lastBar ? [{ symbol, ...lastBar }] : [])),
    }),
  };
}

const newPair = (symbol: string, index: number): PairState => ({
  index,
  history: createBarHistory(priceDigits(symbol)),
  lastBar: null,
});

/** The forecasts at the close of a minute, which starts at `minute` (milliseconds UTC). */
interface RecomputedClose {
  readonly minute: number;
  /** The pairs, in the order of the market. */
  readonly symbols: readonly string[];
  readonly forecasts: readonly Forecast[];
}

/**
 * Repeats what the engine did with these inputs, in their order: the same code, so the same
 * forecasts to the bit. Returns the closes among them; what precedes the first `start` is skipped.
 * `createForecasters`: the models of a `start`.
 */
export function createRecomputation(
  createForecasters: (models: readonly string[]) => readonly Forecaster[],
): (inputs: readonly BarInput[]) => RecomputedClose[] {
  let symbols: readonly string[] = [];
  let bars: BarForecasts | null = null;

  const apply = (input: BarInput): RecomputedClose | null => {
    if (input[0] === 'start') {
      symbols = input[1];
      bars = createBarForecasts(symbols, createForecasters(input[2]));
    } else if (bars && input[0] === 'calibrate') {
      bars.calibrate(parseCalibrations(input[1]));
    } else if (bars && input[0] === 'fill') {
      bars.fill(input[1], input[2].map(toBar));
    } else if (bars && input[0] === 'bar') {
      const [, symbol, time, open, high, low, close, ticks] = input;
      bars.push(symbol, { time, open, high, low, close }, ticks);
    } else if (bars && input[0] === 'close') {
      const [, minute, leftOut] = input;
      return { minute, symbols, forecasts: bars.close(minute, leftOut) };
    }
    return null;
  };

  return (inputs) => inputs.flatMap((input) => apply(input) ?? []);
}

/** The bar that a pair's newest forecasts were made from, and what explains them. */
export interface ForecastBar {
  readonly barTime: number;
  /** Its features. */
  readonly vector: Float64Array;
  /** The models as they were calibrated then. */
  readonly forecasters: readonly Forecaster[];
  /** By model and duration: computed once for all users who receive the same forecast. */
  readonly explanations: Map<string, Explanation>;
}

/** Explains a forecast of this bar; null: it is of another bar, or of a model that is not among these. */
export function explainForecast(
  { barTime, vector, forecasters, explanations }: ForecastBar,
  { barTime: forecastOf, model, symbol, duration }: Forecast,
): Explanation | null {
  const forecaster = forecasters.find(({ key }) => key === model);
  if (!forecaster || forecastOf !== barTime) return null;
  return getOrCreate(explanations, `${model} ${duration}`, () => forecaster.explain(symbol, barTime, vector, duration));
}
