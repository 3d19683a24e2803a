import type { CurrencyPair } from '#domain/market/currency-pair.ts';
import { newYorkMinute } from '#domain/market/new-york-time.ts';
import { minuteMs } from '#domain/time.ts';
import type { MarketParameters } from '#server/integrations/market-data/simulated/market-parameters.ts';
import { createTickMaker } from '#server/integrations/market-data/simulated/tick-maker.ts';
import { gridOf, type MarketStatistics, measureMarket, reversalWindows, tieHorizons } from './market-statistics.ts';

interface Comparison {
  readonly parameters: MarketParameters;
  readonly recorded: readonly { readonly pair: CurrencyPair; readonly statistics: MarketStatistics }[];
  /** The pairs with recorded spreads. */
  readonly quoted: readonly CurrencyPair[];
  readonly seed: number;
  readonly days: number;
}

const sessions = [
  { name: 'day (3-16)', hours: [3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15] },
  { name: 'evening (20-3)', hours: [20, 21, 22, 23, 0, 1, 2] },
  { name: 'rollover (16-20)', hours: [16, 17, 18, 19] },
];

/** A table that compares the recorded with the simulated market, measured in the same way. */
export function compareMarkets(comparison: Comparison): string {
  const recorded = comparison.recorded.map(({ statistics }) => statistics);
  const simulated = simulate(comparison);
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

/** The same pairs, simulated over `days` days without weekends and measured in the same way. */
function simulate({ parameters, recorded, seed, days }: Comparison): MarketStatistics[] {
  const pairs = recorded.map(({ pair }) => pair);
  const maker = createTickMaker(parameters, seed, pairs);
  const from = Date.UTC(2018, 0, 8);
  const minutes = days * 1_440;
  const time = new Float64Array(minutes);
  const columns = pairs.map(() => ({
    open: new Float64Array(minutes),
    high: new Float64Array(minutes),
    low: new Float64Array(minutes),
    close: new Float64Array(minutes),
  }));
  for (let m = 0; m < minutes; m += 1) {
    time[m] = from + m * minuteMs;
    maker.bars(time[m] ?? 0).forEach((bar, p) => {
      const target = columns[p];
      if (!bar || !target) return;
      for (const name of ['open', 'high', 'low', 'close'] as const) target[name][m] = bar[name];
    });
    if (m % 14_400 === 0) console.error(`simulating day ${m / 1_440} of ${days}`);
  }
  return pairs.map((pair, p) =>
    measureMarket(gridOf(time, columns[p] ?? { open: time, high: time, low: time, close: time }), pair.digits),
  );
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
