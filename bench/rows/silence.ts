import { currencyPairs } from '#domain/market/currency-pair.ts';
import { durations } from '#domain/market/duration.ts';
import { dayMs, minuteMs } from '#domain/time.ts';
import type { Bar } from '#engine/bar/bar.ts';
import { noOutcome, outcomeAt } from '#engine/bar/bar-outcome.ts';
import { ageForecast } from '#engine/forecast/age-forecast.ts';
import { calibrateForecast } from '#engine/forecast/calibration/feed-calibration.ts';
import type { Forecast, LocalForecaster } from '#engine/forecast/forecaster.ts';
import { findBarFiles } from '#research/bars/find-bar-files.ts';
import { loadBars } from '#research/bars/load-bars.ts';
import { type BarTable, toTable } from '#engine/bar/bar-table.ts';
import { UsageError } from '#scripts/command/usage-error.ts';
import { createDailyCalibration } from '#research/evaluation/daily-calibration.ts';
import { forecastMarket } from '#research/evaluation/forecast-market.ts';
import { modelsFolder } from '#research/evaluation/read-models.ts';
import { resolvePlace } from '#scripts/command/place.ts';
import { readMarketParameters } from '#server/integrations/market-data/simulated/market-parameters.ts';
import { createTickMaker } from '#server/integrations/market-data/simulated/tick-maker.ts';
import { loadModels } from '#server/modules/models/load-models.ts';
import { createFigure, type Figure, type Goal } from '../figure.ts';
import type { Row } from '../row.ts';
import { benchTime } from '../simulated-bars.ts';

const seeds = [1, 2, 3];
/** The model of a request without a choice. */
const model = 'kurs_ai_v2';
/** Enough bars before a range to warm the features up, across a weekend. */
const warmUpMs = 5 * dayMs;
/** When the signals of a minute are chosen, after its close. */
const statedAfterMs = 650;

/** Days before a day from which it is calibrated, days that only calibrate, and days that are counted. */
interface Span {
  readonly calibrationDays: number;
  readonly before: number;
  readonly days: number;
}
const demo: Span = { calibrationDays: 12, before: 12, days: 10 };
const recorded: Span = { calibrationDays: 30, before: 40, days: 52 };

export const silenceRow: Row = {
  name: 'silence',
  what: `minutes by day in which ${model} has an edge in any pair: ${demo.days} days of a demo of 28 pairs, ${seeds.length} seeds; with --data <folder> also the newest ${recorded.days} days of recorded bars`,
  peer: 'none',
  isOnRequest: true,
  async measure(print, { data, timezone }) {
    const forecaster = (await loadModels(modelsFolder)).forecasters.find(({ key }) => key === model);
    if (!forecaster) throw new Error(`the model ${model} is not available`);
    const demos = seeds.map((seed) => {
      print(`a demo with seed ${seed}`);
      return countEdges(forecaster, simulateDemo(seed), benchTime + demo.days * dayMs, demo);
    });
    const figures = toFigures('demo', demos, null);
    if (data === null) return figures;
    print('recorded bars');
    const tables = loadBars({ data: findBarFiles([resolvePlace(data)]), timezone });
    if (tables.every(({ size }) => size === 0)) throw new UsageError(`--data: ${data} has no bars.`);
    const to = Math.ceil(Math.max(...tables.map(({ time }) => time.at(-1) ?? 0)) / dayMs) * dayMs;
    const counted = countEdges(forecaster, tables, to, recorded);
    return [...figures, ...toFigures(`recorded, ${tables.length} pairs`, [counted], { atLeast: 20 })];
  },
};

/** The bars of all pairs, day and night, from before the demo's calibration to the end of its counted days. */
function simulateDemo(seed: number): BarTable[] {
  const maker = createTickMaker(readMarketParameters(), seed, currencyPairs);
  const bars = currencyPairs.map((): Bar[] => []);
  const to = benchTime + demo.days * dayMs;
  for (let time = benchTime - demo.before * dayMs - warmUpMs; time < to; time += minuteMs)
    maker.bars(time).forEach((bar, p) => bar && bars[p]?.push(bar));
  return currencyPairs.map(({ symbol }, p) => toTable(symbol, bars[p] ?? []));
}

/** By duration: the percentage of minutes by day before `to` in which any pair's forecast is a signal. */
function countEdges(
  forecaster: LocalForecaster,
  tables: readonly BarTable[],
  to: number,
  { calibrationDays, before, days }: Span,
): number[] {
  const calibration = createDailyCalibration(model, calibrationDays);
  const countFrom = to - days * dayMs;
  const minutes = new Set<number>();
  const withEdge = durations.map(() => new Set<number>());
  const range = { from: countFrom - before * dayMs, to };
  forecastMarket([forecaster], tables, range, (place, stated, { table, i }) => {
    const own = calibrateForecast(stated, calibration.at(stated.decidedAt));
    if (stated.barTime >= countFrom && stated.session === 'day') {
      minutes.add(stated.barTime);
      if (isSignal(own)) withEdge[place]?.add(stated.barTime);
    }
    const outcome = outcomeAt(table, i, stated.duration);
    if (outcome !== noOutcome) calibration.add(stated, outcome);
  });
  return withEdge.map(({ size }) => (100 * size) / minutes.size);
}

const isSignal = (forecast: Forecast): boolean =>
  forecast.signalled && ageForecast(forecast, forecast.decidedAt + statedAfterMs).signalled;

const toFigures = (market: string, counts: readonly (readonly number[])[], goal: Goal | null): Figure[] =>
  durations.map((duration, d) =>
    createFigure(
      `${duration} minutes: ${market}`,
      '%',
      counts.map((shares) => shares[d] ?? Number.NaN),
      duration === 5 ? goal : null,
    ),
  );
