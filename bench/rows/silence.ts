import { majorPairs } from '#domain/market/currency-pair.ts';
import { defaultDuration, durations } from '#domain/market/duration.ts';
import { parseFactor } from '#domain/statistics/calibration-factor.ts';
import { hasEdge } from '#domain/signals/edge.ts';
import { dayMs, minuteMs } from '#domain/time.ts';
import type { Bar } from '#engine/bar/bar-builder.ts';
import { noOutcome, outcomeAt } from '#engine/bar/bar-outcome.ts';
import { ageForecast, type Forecast, type LocalForecaster, calibrateForecast } from '#engine/forecast/forecaster.ts';
import { type AppliedCalibration } from '#engine/forecast/calibration/calibration.ts';
import { computeFactorTable } from '#engine/forecast/calibration/estimate-factors.ts';
import { findBarFiles } from '#research/bars/find-bar-files.ts';
import { loadBars } from '#research/bars/load-bars.ts';
import { type BarTable, toTable } from '#engine/bar/bar-table.ts';
import { UsageError } from '#scripts/command/run-command.ts';
import { payoutPercentAt } from '../../src/sandbox-broker/simulated-quotes.ts';
import { createDailyCalibration } from '#research/evaluation/daily-calibration.ts';
import { forecastMarket } from '#research/evaluation/forecast-market.ts';
import { modelsFolder } from '#research/evaluation/read-models.ts';
import { resolvePath } from '#scripts/command/paths.ts';
import { readMarketParameters } from '#server/integrations/market-data/simulated/market-parameters.ts';
import { createTickMaker } from '#server/integrations/market-data/simulated/tick-maker.ts';
import { readShippedCalibrations } from '#server/modules/calibration/shipped-calibration.ts';
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
/** A watcher starts in the middle of a minute, looks at once and at each close of the next three minutes. */
const startedAfterMs = minuteMs / 2;
const closesWatched = 3;

/** Payouts of brokers that pay one rate for all pairs. */
const flatPayouts = [0.8, 0.82, 0.85, 0.9, 0.92];

interface Terms {
  readonly name: string;
  /** The goal for the starts. */
  readonly goal: Goal | null;
  payoutAt(symbol: string, time: number): number;
  /** Absent: calibrated each day on the days before. */
  readonly calibration?: AppliedCalibration;
}
const flatTerms: readonly Terms[] = flatPayouts.map((payout) => ({
  name: `at ${payout.toFixed(2)}`,
  goal: null,
  payoutAt: () => payout,
}));
const trainingBroker: Terms = {
  name: 'at the payouts of the training broker',
  goal: { atLeast: 90 },
  payoutAt: (symbol, time) => payoutPercentAt(symbol, time) / 100,
};

/** A new demo has the calibration that the simulated market ships with, measured over a longer time. */
const newDemo: Terms = {
  ...trainingBroker,
  name: `${trainingBroker.name}, as shipped`,
  goal: null,
  calibration: {
    id: 'shipped',
    factors: computeFactorTable(
      readShippedCalibrations('simulated:1')
        .filter((shipped) => shipped.model === model)
        .flatMap(({ factors }) => factors.flatMap((line) => parseFactor(line) ?? [])),
    ),
  },
};

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
  what: `minutes by day in which ${model} has an edge in any pair, and starts of a watcher at ${defaultDuration} minutes who gets one within ${closesWatched}, by payout: ${demo.days} days of a demo of 28 pairs, ${seeds.length} seeds; with --data <folder> also the newest ${recorded.days} days of recorded bars`,
  peer: 'none',
  isOnRequest: true,
  async measure(print, { data, timezone }) {
    const forecaster = (await loadModels(modelsFolder)).forecasters.find(({ key }) => key === model);
    if (!forecaster) throw new Error(`the model ${model} is not available`);
    const demos = seeds.map((seed) => {
      print(`a demo with seed ${seed}`);
      return countEdges(forecaster, simulateDemo(seed), benchTime + demo.days * dayMs, demo, [
        ...flatTerms,
        trainingBroker,
        newDemo,
      ]);
    });
    const figures = toFigures('demo', demos);
    if (data === null) return figures;
    print('recorded bars');
    const all = loadBars({ data: findBarFiles([resolvePath(data)]), timezone });
    if (all.every(({ size }) => size === 0)) throw new UsageError(`--data: ${data} has no bars.`);
    const to = Math.ceil(Math.max(...all.map(({ time }) => time.at(-1) ?? 0)) / dayMs) * dayMs;
    const tables = all.filter(({ time }) => (time.at(-1) ?? 0) >= to - recorded.days * dayMs);
    return [
      ...figures,
      ...toFigures(`recorded, ${tables.length} pairs`, [countEdges(forecaster, tables, to, recorded, flatTerms)]),
    ];
  },
};

/** The bars of all pairs, day and night, from before the demo's calibration to the end of its counted days. */
function simulateDemo(seed: number): BarTable[] {
  const maker = createTickMaker(readMarketParameters(), seed, majorPairs);
  const bars = majorPairs.map((): Bar[] => []);
  const to = benchTime + demo.days * dayMs;
  for (let time = benchTime - demo.before * dayMs - warmUpMs; time < to; time += minuteMs)
    maker.bars(time).forEach((bar, p) => bar && bars[p]?.push(bar));
  return majorPairs.map(({ symbol }, p) => toTable(symbol, bars[p] ?? []));
}

/** Shares of the minutes by day before `to`, percent. */
interface EdgeShares {
  readonly terms: Terms;
  /** By duration: those in which any pair has an edge. */
  readonly minutes: readonly number[];
  /** The starts from which a watcher of the default duration gets one. */
  readonly starts: number;
}

function countEdges(
  forecaster: LocalForecaster,
  tables: readonly BarTable[],
  to: number,
  { calibrationDays, before, days }: Span,
  all: readonly Terms[],
): EdgeShares[] {
  const calibration = createDailyCalibration(model, calibrationDays);
  const countFrom = to - days * dayMs;
  const minutes = new Set<number>();
  const counts = all.map((terms) => ({
    terms,
    atClose: durations.map(() => new Set<number>()),
    atStart: new Set<number>(),
  }));
  const range = { from: countFrom - before * dayMs, to };
  forecastMarket([forecaster], tables, range, (column, stated, { table, i }) => {
    const { barTime, decidedAt, symbol, duration } = stated;
    if (barTime >= countFrom && stated.session === 'day') {
      minutes.add(barTime);
      const own = calibrateForecast(stated, calibration.at(decidedAt));
      for (const { terms, atClose, atStart } of counts) {
        const payout = terms.payoutAt(symbol, decidedAt);
        const forecast = terms.calibration ? calibrateForecast(stated, terms.calibration) : own;
        if (hasEdgeAfter(forecast, statedAfterMs, payout)) atClose[column]?.add(barTime);
        if (duration === defaultDuration && hasEdgeAfter(forecast, startedAfterMs, payout)) atStart.add(barTime);
      }
    }
    const outcome = outcomeAt(table, i, duration);
    if (outcome !== noOutcome) calibration.add(stated, outcome);
  });
  const toShare = (count: number): number => (100 * count) / minutes.size;
  return counts.map(({ terms, atClose, atStart }) => {
    const closes = atClose[durations.indexOf(defaultDuration)] ?? new Set();
    const isServed = (minute: number): boolean =>
      atStart.has(minute) ||
      Array.from({ length: closesWatched }, (_, n) => minute + (n + 1) * minuteMs).some((later) => closes.has(later));
    return {
      terms,
      minutes: atClose.map(({ size }) => toShare(size)),
      starts: toShare([...minutes].filter(isServed).length),
    };
  });
}

const hasEdgeAfter = (forecast: Forecast, delayMs: number, payout: number): boolean =>
  hasEdge({ model, probability: ageForecast(forecast, forecast.decidedAt + delayMs).passability, payout });

/** `rounds`: of each, the shares by terms in the same order. */
const toFigures = (market: string, rounds: readonly (readonly EdgeShares[])[]): Figure[] =>
  (rounds[0] ?? []).flatMap(({ terms: { name, goal } }, t) => [
    ...durations.map((duration, d) =>
      createFigure(
        `${market} ${name}, ${duration} minutes: with an edge`,
        '%',
        rounds.map((shares) => shares[t]?.minutes[d] ?? Number.NaN),
      ),
    ),
    createFigure(
      `${market} ${name}, ${defaultDuration} minutes: starts with an edge within ${closesWatched} minutes`,
      '%',
      rounds.map((shares) => shares[t]?.starts ?? Number.NaN),
      goal,
    ),
  ]);
