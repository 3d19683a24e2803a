import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Currency, currencies, findPair } from '#domain/currency-pair.ts';
import { newYorkMinute } from '#domain/new-york-time.ts';
import { type MarketFile, readMarketFile } from '#server/integrations/market-data/replay/read-market-file.ts';
import { MarketParameters } from '#server/integrations/market-data/simulated/market-parameters.ts';
import { createTickMaker } from '#server/integrations/market-data/simulated/tick-maker.ts';
import { gridOf, type MarketStatistics, measureMarket, reversalWindows, tieHorizons } from './market-statistics.ts';

/**
 * Fits the simulated market to recorded one-minute bars and prints how near it comes.
 * Usage: node scripts/fit-simulated-market.ts --data <folder of SYMBOL.csv.gz> [--out <json>] [--seed 1] [--days 120]
 */
const { values: options } = parseArgs({
  options: {
    data: { type: 'string' },
    out: { type: 'string', default: 'fixtures/market-data/simulated-market.json' },
    seed: { type: 'string', default: '1' },
    days: { type: 'string', default: '120' },
  },
});
if (!options.data || !existsSync(options.data)) throw new Error('--data must name the folder with the recorded bars');

interface Measured {
  readonly symbol: string;
  readonly base: Currency;
  readonly quote: Currency;
  readonly lastClose: number;
  readonly statistics: MarketStatistics;
}

const sessions = [
  { name: 'day (3-16)', hours: [3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15] },
  { name: 'evening (20-3)', hours: [20, 21, 22, 23, 0, 1, 2] },
  { name: 'rollover (16-20)', hours: [16, 17, 18, 19] },
];

const folder = options.data;
const names = readdirSync(folder)
  .filter((name) => /\.csv(\.gz)?$/.test(name))
  .toSorted();
const real = names
  .filter((name) => !name.includes('bid_ask'))
  .map((name) => measured(readMarketFile(join(folder, name))));
const quoted = names.filter((name) => name.includes('bid_ask')).map((name) => readMarketFile(join(folder, name)));

function measured(file: MarketFile): Measured {
  console.error(`measuring ${file.symbol}: ${file.rows} bars`);
  const pair = pairOf(file.symbol);
  const columns = {
    open: column(file, 'open'),
    high: column(file, 'high'),
    low: column(file, 'low'),
    close: column(file, 'close'),
  };
  const statistics = measureMarket(gridOf(column(file, 'time'), columns), pair.digits);
  return {
    symbol: file.symbol,
    base: pair.base,
    quote: pair.quote,
    lastClose: columns.close.at(-1) ?? Number.NaN,
    statistics,
  };
}

function column(file: MarketFile, name: string): Float64Array {
  const values = file.columns.get(name);
  if (!values) throw new Error(`${file.symbol} has no column ${name}`);
  return values;
}

function pairOf(symbol: string) {
  const pair = findPair(symbol);
  if (!pair) throw new Error(`${symbol} is not one of the pairs`);
  return pair;
}

function fit(): MarketParameters {
  const statistics = real.map((pair) => pair.statistics);
  const variances = currencyVariances();
  const minutes = [1.5, 8, 40];
  return MarketParameters.parse({
    source: `one-minute mid bars of ${real.map(({ symbol }) => symbol).join(' ')}; spreads of ${quoted.map(({ symbol }) => symbol).join(' ')}`,
    level: round(levels(), 6),
    deviation: round(
      byCurrency((currency) => Math.sqrt(variances[currency])),
      9,
    ),
    varianceByQuarter: mean(statistics.map((s) => s.varianceByQuarter)).map((value) => Number(value.toFixed(4))),
    volatility: volatilityComponents(statistics),
    reversion: {
      minutes,
      shareByHour: smoothed(mean2(statistics.map((s) => s.reversalByHour)).map((row) => fadingShares(row, minutes))),
    },
    spreadByHour: spreads().map((value) => Number(value.toFixed(4))),
  });
}

/** Worth in dollars at the end of the recording; the yen from the only month that has it. */
function levels(): Record<Currency, number> {
  const close = new Map(real.map((pair) => [pair.symbol, Math.log(pair.lastClose)]));
  const at = (symbol: string): number => close.get(symbol) ?? Number.NaN;
  const yen = quoted.find(({ symbol }) => symbol === 'USDJPY');
  return {
    EUR: at('EURUSD'),
    GBP: at('EURUSD') - at('EURGBP'),
    AUD: at('AUDUSD'),
    NZD: at('NZDUSD'),
    USD: 0,
    CAD: -at('USDCAD'),
    CHF: -at('USDCHF'),
    JPY: yen ? -Math.log(column(yen, 'close').at(-1) ?? Number.NaN) : Number.NaN,
  };
}

/**
 * Independent currencies whose variances add up to those of the pairs, by least squares of the ratios, none below 0.
 * The yen's comes from another year, scaled by how much calmer the pound was between that year and the recording.
 */
function currencyVariances(): Record<Currency, number> {
  const variance = byCurrency(() => 1e-9);
  for (let round = 0; round < 5_000; round += 1)
    for (const currency of currencies) {
      const mine = real.filter(({ base, quote }) => base === currency || quote === currency);
      if (mine.length === 0) continue;
      const weight = mine.map(({ statistics }) => statistics.deviation ** -4);
      const wanted = mine.map(
        ({ base, quote, statistics }) => statistics.deviation ** 2 - variance[base === currency ? quote : base],
      );
      const sum = weight.reduce((total, w) => total + w, 0);
      variance[currency] = Math.max(1e-11, wanted.reduce((total, v, i) => total + v * (weight[i] ?? 0), 0) / sum);
    }
  const calmer = (variance.GBP + variance.USD) / quotedVariance('GBPUSD');
  return { ...variance, JPY: quotedVariance('USDJPY') * calmer - variance.USD };
}

function quotedVariance(symbol: string): number {
  const file = quoted.find((one) => one.symbol === symbol);
  return file ? measured(file).statistics.deviation ** 2 : Number.NaN;
}

/** Memory of |z| after a quarter of an hour, a day …, taken apart; a straight line between nodes keeps 2/3 of a variance. */
function volatilityComponents(statistics: readonly MarketStatistics[]): MarketParameters['volatility'] {
  const [near = 0, quarter = 0, hours = 0, day = 0] = mean(statistics.map((s) => s.volatilityMemory));
  const lasting = Math.min(hours, day);
  const joined = [
    { minutes: 1_440, variance: 1.5 * lasting },
    { minutes: 90, variance: 1.5 * Math.max(0, quarter - lasting) },
    { minutes: 6, variance: 1.5 * Math.max(0, near - quarter) },
  ];
  const normalMeanAbsolute = Math.sqrt(2 / Math.PI);
  const absolute = statistics.reduce((sum, s) => sum + s.meanAbsolute, 0) / statistics.length;
  const alone = 2 * Math.log(normalMeanAbsolute / absolute) - near;
  return [...joined, { minutes: 1, variance: Math.max(0, alone) }].map(({ minutes, variance }) => ({
    minutes,
    deviation: Number(Math.sqrt(variance).toFixed(4)),
  }));
}

/** Least squares, none below 0: what parts of a shock must fade for moves to reverse as they were seen to. */
function fadingShares(reversal: readonly number[], minutes: readonly number[]): number[] {
  const effect = minutes.map((constant) =>
    reversalWindows.map(({ past, future }) => reversalOfOne(constant, past, future)),
  );
  const share = minutes.map(() => 0);
  for (let round = 0; round < 2_000; round += 1)
    effect.forEach((row, k) => {
      const rest = reversal.map(
        (seen, w) =>
          seen - effect.reduce((sum, other, j) => (j === k ? sum : sum + (share[j] ?? 0) * (other[w] ?? 0)), 0),
      );
      const fitted =
        rest.reduce((sum, value, w) => sum + value * (row[w] ?? 0), 0) /
        row.reduce((sum, value) => sum + value * value, 0);
      share[k] = Math.max(0, fitted);
    });
  return share;
}

/** To first order, the change `lag` minutes after a shock takes back (1 − φ)φ^(lag−1) of its fading part. */
function reversalOfOne(constant: number, past: number, future: number): number {
  const keep = Math.exp(-1 / constant);
  let sum = 0;
  for (let i = 0; i < past; i += 1) for (let j = 1; j <= future; j += 1) sum -= (1 - keep) * keep ** (i + j - 1);
  return sum / Math.sqrt(past * future);
}

/** Each hour with half of its neighbours: one hour alone measures its shares to about ± 0.02. */
const smoothed = (byHour: readonly (readonly number[])[]): number[][] =>
  byHour.map((row, hour) =>
    row.map((value, k) => {
      const near = (step: number): number => byHour[(hour + step + 24) % 24]?.[k] ?? 0;
      return Number((value / 2 + (near(-1) + near(1)) / 4).toFixed(4));
    }),
  );

/** Median spread by hour in one-minute deviations of the pair's own month; hours without a quote take their day's median. */
function spreads(): number[] {
  const byFile = quoted.map((file) => {
    const deviation = measured(file).statistics.deviation;
    const bid = column(file, 'bid_close');
    const ask = column(file, 'ask_close');
    const shares = Array.from({ length: 24 }, (): number[] => []);
    column(file, 'time').forEach((at, i) => {
      const share = Math.log((ask[i] ?? 0) / (bid[i] ?? 1)) / deviation;
      shares[Math.floor(newYorkMinute(at) / 60)]?.push(share);
    });
    return shares.map((hour) => median(hour.length > 0 ? hour : shares.flat()));
  });
  return mean(byFile);
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

function mean(rows: readonly (readonly number[])[]): number[] {
  return (rows[0] ?? []).map((_, i) => rows.reduce((sum, row) => sum + (row[i] ?? 0), 0) / rows.length);
}

function mean2(tables: readonly (readonly (readonly number[])[])[]): number[][] {
  return (tables[0] ?? []).map((_, i) => mean(tables.map((table) => table[i] ?? [])));
}

const byCurrency = (value: (currency: Currency) => number): Record<Currency, number> => ({
  EUR: value('EUR'),
  GBP: value('GBP'),
  AUD: value('AUD'),
  NZD: value('NZD'),
  USD: value('USD'),
  CAD: value('CAD'),
  CHF: value('CHF'),
  JPY: value('JPY'),
});

const round = (values: Record<Currency, number>, digits: number): Record<Currency, number> =>
  byCurrency((currency) => Number(values[currency].toFixed(digits)));

/** The same pairs, simulated over as many days as asked, weekends out, measured in the same way. */
function simulate(): MarketStatistics[] {
  const pairs = real.map(({ symbol }) => pairOf(symbol));
  const maker = createTickMaker(parameters, Number(options.seed), pairs);
  const from = Date.UTC(2018, 0, 8);
  const minutes = Number(options.days) * 1_440;
  const time = new Float64Array(minutes);
  const columns = pairs.map(() => ({
    open: new Float64Array(minutes),
    high: new Float64Array(minutes),
    low: new Float64Array(minutes),
    close: new Float64Array(minutes),
  }));
  for (let m = 0; m < minutes; m += 1) {
    time[m] = from + m * 60_000;
    maker.bars(time[m] ?? 0).forEach((bar, p) => {
      const target = columns[p];
      if (!bar || !target) return;
      for (const name of ['open', 'high', 'low', 'close'] as const) target[name][m] = bar[name];
    });
    if (m % 14_400 === 0) console.error(`simulating day ${m / 1_440} of ${options.days}`);
  }
  return pairs.map((pair, p) =>
    measureMarket(gridOf(time, columns[p] ?? { open: time, high: time, low: time, close: time }), pair.digits),
  );
}

function report(recorded: readonly MarketStatistics[], simulated: readonly MarketStatistics[]): void {
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
  console.log(['| | recorded | simulated |', '|---|---|---|', ...rows].join('\n'));
}

const parameters = fit();
writeFileSync(options.out, `${JSON.stringify(parameters, null, 2)}\n`);
report(
  real.map(({ statistics }) => statistics),
  simulate(),
);
