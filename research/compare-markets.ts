import type { CurrencyPair } from '#domain/market/currency-pair.ts';
import { newYorkMinute } from '#domain/market/new-york-time.ts';
import { dayMs, minuteMs } from '#domain/time.ts';
import type { LocalForecaster } from '#engine/forecast/forecaster.ts';
import type { MarketParameters } from '#server/integrations/market-data/simulated/market-parameters.ts';
import { createTickMaker } from '#server/integrations/market-data/simulated/tick-maker.ts';
import { countEdgeMinutes, type EdgeMinutes } from './silence/count-edge-minutes.ts';
import { countDemo, countSimulatedQuarter, type RecordedQuarter } from './silence/edge-markets.ts';
import { type CountedMarket, edgeTable, factorTable } from './silence/edge-table.ts';
import { simulatedTables } from './silence/simulated-tables.ts';
import {
  computeGrid,
  type MarketStatistics,
  measureMarket,
  reversalWindows,
  tieHorizons,
} from './market-statistics.ts';

interface Comparison {
  readonly parameters: MarketParameters;
  readonly recorded: readonly { readonly pair: CurrencyPair; readonly statistics: MarketStatistics }[];
  /** The pairs with recorded spreads. */
  readonly quoted: readonly CurrencyPair[];
  readonly seed: number;
  readonly days: number;
}

export const sessions = [
  { name: 'day (3-16)', hours: [3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15] },
  { name: 'evening (20-3)', hours: [20, 21, 22, 23, 0, 1, 2] },
  { name: 'rollover (16-20)', hours: [16, 17, 18, 19] },
];

/** A table that compares the recorded with the simulated market, measured in the same way. */
export function compareMarkets(comparison: Comparison): string {
  const recorded = comparison.recorded.map(({ statistics }) => statistics);
  const simulated = simulatedStatistics(
    comparison.parameters,
    comparison.recorded.map(({ pair }) => pair),
    comparison,
  );
  const { parameters } = comparison;
  const line = (name: string, pick: (s: MarketStatistics) => number): string => {
    const average = (all: readonly MarketStatistics[]): string =>
      (all.reduce((sum, s) => sum + pick(s), 0) / all.length).toFixed(4);
    return `| ${name} | ${average(recorded)} | ${average(simulated)} |`;
  };
  const rows = [
    line('one-minute deviation, basis points', (s) => s.deviation * 10_000),
    line('mean of abs(z) over its deviation', (s) => s.meanAbsolute),
    line('range over abs(close − open)', (s) => s.rangeRatio),
    ...[0, 3, 6, 8, 10, 12, 15, 17, 18, 20].map((hour) =>
      line(`deviation ${hour}:00 New York over the day's`, (s) =>
        Math.sqrt(s.varianceByQuarter.slice(hour * 4, hour * 4 + 4).reduce((a, b) => a + b, 0) / 4),
      ),
    ),
    ...[1, 2, 3, 5, 10, 20, 30].map((lag) =>
      line(`autocorrelation, lag ${lag}`, (s) => s.autocorrelation[lag - 1] ?? 0),
    ),
    ...sessions.flatMap(({ name, hours }) =>
      reversalWindows.flatMap(({ past, future }, w) =>
        (past === 5 && future === 5) || (past === 15 && future === 5) || (past === 30 && future === 10)
          ? [
              line(
                `past ${past} against next ${future} minutes, ${name}`,
                (s) => hours.reduce((sum, hour) => sum + (s.reversalByHour[hour]?.[w] ?? 0), 0) / hours.length,
              ),
            ]
          : [],
      ),
    ),
    ...tieHorizons.map((horizon, i) => line(`ties at ${horizon} minutes`, (s) => s.tieRate[i] ?? 0)),
    ...tieHorizons.map((horizon, i) =>
      line(`fading the 5 % most stretched, ${horizon} minutes`, (s) => s.fadeWinRate[i] ?? 0),
    ),
  ];
  const spread = simulatedSpreads(comparison);
  for (const hour of [0, 3, 8, 12, 17, 20]) {
    const values = [parameters.spreadByHour[hour] ?? 0, spread[hour] ?? 0].map((value) => value.toFixed(4));
    rows.push(`| spread at ${hour}:00 New York, one-minute deviations | ${values.join(' | ')} |`);
  }
  return ['| | recorded | simulated |', '|---|---|---|', ...rows].join('\n');
}

/** These pairs, simulated over `days` days and measured as the recorded ones, without weekends. */
export function simulatedStatistics(
  parameters: MarketParameters,
  pairs: readonly CurrencyPair[],
  { seed, days }: Pick<Comparison, 'seed' | 'days'>,
): MarketStatistics[] {
  const from = Date.UTC(2018, 0, 8);
  console.error(`simulating ${days} days`);
  const tables = simulatedTables(parameters, seed, pairs, { from, to: from + days * dayMs });
  return tables.map((table, p) => measureMarket(computeGrid(table.time, table), pairs[p]?.digits ?? 5));
}

/**
 * The share of the minutes in which any pair has an edge: recorded, the same pairs simulated, and a
 * demo of all pairs; the simulated ones are the mean of these seeds.
 */
export function compareEdges(
  forecasters: readonly LocalForecaster[],
  parameters: MarketParameters,
  quarter: RecordedQuarter,
  seeds: readonly number[],
): string {
  const counted = (name: string, count: (seed: number) => EdgeMinutes): CountedMarket => ({
    name,
    counts: seeds.map((seed) => {
      console.error(`counting minutes with an edge: ${name}, seed ${seed}`);
      return count(seed);
    }),
  });
  const markets = [
    { name: 'recorded', counts: [countEdgeMinutes(forecasters, quarter.tables, quarter.range)] },
    counted('simulated', (seed) => countSimulatedQuarter(forecasters, parameters, seed, quarter)),
    counted('demo', (seed) => countDemo(forecasters, parameters, seed, quarter.range.countFrom)),
  ];
  return [
    'Minutes with an edge, %, as the files state it:',
    edgeTable(markets, 'ofFile'),
    'Calibrated from the days before:',
    edgeTable(markets, 'calibrated'),
    'Factors that fit all of these days:',
    factorTable(markets),
  ].join('\n\n');
}

/** Median spread by hour of the recorded pairs, over five simulated days. */
function simulatedSpreads({ parameters, quoted, seed }: Comparison): number[] {
  const maker = createTickMaker(parameters, seed, quoted);
  const deviations = new Map(
    quoted.map(({ symbol, base, quote }) => [
      symbol,
      Math.hypot(parameters.deviation[base], parameters.deviation[quote]),
    ]),
  );
  const shares = Array.from({ length: 24 }, (): number[] => []);
  for (let time = Date.UTC(2018, 0, 8); time < Date.UTC(2018, 0, 13); time += 15 * minuteMs)
    for (const { symbol, bid, ask } of maker.ticks(time)) {
      shares[Math.floor(newYorkMinute(time) / 60)]?.push(Math.log(ask / bid) / (deviations.get(symbol) ?? Number.NaN));
    }
  return shares.map(median);
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
