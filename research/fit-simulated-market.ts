import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Currency, currencies, findPair } from '#domain/market/currency-pair.ts';
import { newYorkMinute } from '#domain/market/new-york-time.ts';
import { type MarketFile, readMarketFile } from '#server/integrations/market-data/replay/read-market-file.ts';
import { MarketParameters } from '#server/integrations/market-data/simulated/market-parameters.ts';
import { compareEdges, compareMarkets, sessions, simulatedStatistics } from './compare-markets.ts';
import { loadRecordedQuarter } from './silence/edge-markets.ts';
import { modelsFolder } from './evaluation/read-models.ts';
import { loadModels } from '#server/modules/models/load-models.ts';
import { computeGrid, type MarketStatistics, measureMarket, reversalWindows } from './market-statistics.ts';

/**
 * Fits the simulated market to recorded one-minute bars and prints the quality of the fit. Usage:
 * node research/fit-simulated-market.ts --data <folder of SYMBOL.csv.gz> [--out <json>] [--days 240]
 */
const { values: options } = parseArgs({
  options: {
    data: { type: 'string' },
    out: { type: 'string', default: 'fixtures/market-data/simulated-market.json' },
    days: { type: 'string', default: '240' },
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

const folder = options.data;
const days = Number(options.days);
const seeds = [1, 2, 3] as const;
const names = readdirSync(folder)
  .filter((name) => /\.csv(\.gz)?$/.test(name))
  .toSorted();
const real = names
  .filter((name) => !name.includes('bid_ask'))
  .map((name) => measured(readMarketFile(join(folder, name))));
const quoted = names.filter((name) => name.includes('bid_ask')).map((name) => readMarketFile(join(folder, name)));

function measured(file: MarketFile): Measured {
  console.error(`measuring ${file.symbol}: ${file.rows} bars`);
  const pair = getPair(file.symbol);
  const columns = {
    open: column(file, 'open'),
    high: column(file, 'high'),
    low: column(file, 'low'),
    close: column(file, 'close'),
  };
  const statistics = measureMarket(computeGrid(column(file, 'time'), columns), pair.digits);
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

function getPair(symbol: string) {
  const pair = findPair(symbol);
  if (!pair) throw new Error(`${symbol} is not one of the pairs`);
  return pair;
}

/**
 * The reversal is fitted to first order, then corrected by what the market simulated with it lacks:
 * the shocks of the hour before fade on, and prices are quoted a moment late.
 */
function fit(): MarketParameters {
  const recorded = mean2(real.map(({ statistics }) => statistics.reversalByHour)).map((row) =>
    row.map((seen) => seen * caution),
  );
  const pairs = real.map(({ symbol }) => getPair(symbol));
  let wanted: HourTable = recorded;
  for (let correction = 0; correction < corrections; correction += 1) {
    const parameters = parametersFor(wanted);
    const simulated = seeds.flatMap((seed) => simulatedStatistics(parameters, pairs, { seed, days }));
    wanted = corrected(wanted, recorded, mean2(simulated.map(({ reversalByHour }) => reversalByHour)));
  }
  return parametersFor(wanted);
}

/** By session, because one simulated hour is too noisy. */
function corrected(wanted: HourTable, recorded: HourTable, simulated: HourTable): HourTable {
  return wanted.map((row, hour) => {
    const hours = sessions.find((session) => session.hours.includes(hour))?.hours ?? [];
    return row.map((value, w) => {
      const lacking = hours.map((h) => (recorded[h]?.[w] ?? 0) - (simulated[h]?.[w] ?? 0));
      return value + lacking.reduce((sum, one) => sum + one, 0) / hours.length;
    });
  });
}

/** By New York hour and window. */
type HourTable = readonly (readonly number[])[];

const corrections = 2;

/**
 * A simulated market must not be more predictable than the recorded one: its reversal is a
 * twentieth weaker.
 */
const caution = 0.95;

function parametersFor(reversalByHour: HourTable): MarketParameters {
  const statistics = real.map((pair) => pair.statistics);
  const variances = currencyVariances();
  const minutes = [1.5, 8, 40, 160];
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
      shareByHour: smoothed(reversalByHour.map((row) => fadingShares(row, minutes))),
      strength: round(reversionStrengths(variances), 3),
    },
    spreadByHour: spreads().map((value) => Number(value.toFixed(4))),
  });
}

/**
 * Strengths of the currencies whose mean, weighted by their variances, is how much more a pair
 * reverts than the average one; non-negative least squares. A currency that was not recorded
 * reverts like the average pair.
 */
function reversionStrengths(variances: Record<Currency, number>): Record<Currency, number> {
  const average = mean2(real.map(({ statistics }) => statistics.reversalByHour)).flat();
  const sides = real.flatMap(({ base, quote, statistics }) => {
    const seen = slope(average, statistics.reversalByHour.flat());
    const share = variances[base] / (variances[base] + variances[quote]);
    return [
      { currency: base, share, other: quote, seen },
      { currency: quote, share: 1 - share, other: base, seen },
    ];
  });
  const strength = byCurrency(() => 1);
  for (let round = 0; round < 5_000; round += 1)
    for (const currency of currencies) {
      const own = sides.filter((side) => side.currency === currency);
      if (own.length === 0) continue;
      const shares = own.map(({ share }) => share);
      const rest = own.map(({ share, other, seen }) => seen - (1 - share) * strength[other]);
      strength[currency] = Math.max(0, slope(shares, rest));
    }
  return strength;
}

/** Least squares through the origin. */
const slope = (x: readonly number[], y: readonly number[]): number =>
  x.reduce((sum, value, i) => sum + value * (y[i] ?? 0), 0) / x.reduce((sum, value) => sum + value * value, 0);

/** Value in dollars at the end of the recording; the yen is from the only month that has it. */
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
 * Independent currencies whose variances add up to those of the pairs, by non-negative least
 * squares of the ratios. The yen's variance is from another year, scaled by how much calmer the
 * pound was between that year and the recording.
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

/**
 * Decomposes the memory of |z| after a quarter of an hour, a day …; linear interpolation between
 * nodes preserves 2/3 of a variance.
 */
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

/**
 * Non-negative least squares: which parts of a shock must fade so that moves reverse as observed.
 */
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

/**
 * To first order, the change `lag` minutes after a shock reverts (1 − φ)φ^(lag−1) of its fading
 * part.
 */
function reversalOfOne(constant: number, past: number, future: number): number {
  const decay = Math.exp(-1 / constant);
  let sum = 0;
  for (let i = 0; i < past; i += 1) for (let j = 1; j <= future; j += 1) sum -= (1 - decay) * decay ** (i + j - 1);
  return sum / Math.sqrt(past * future);
}

/**
 * Smooths each hour with its neighbours (weights 1/2 and 1/4 each), because one hour alone
 * determines its shares to about ± 0.02; but not those around the rollover, of which 17:00 stands
 * out by ten times that.
 */
const smoothed = (byHour: HourTable): number[][] =>
  byHour.map((row, hour) =>
    row.map((value, k) => {
      const near = (step: number): number => byHour[(hour + step + 24) % 24]?.[k] ?? 0;
      const share = rolloverHours.includes(hour) ? value : value / 2 + (near(-1) + near(1)) / 4;
      return Number(share.toFixed(4));
    }),
  );

const rolloverHours = [16, 17, 18, 19];

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

const parameters = fit();
writeFileSync(options.out, `${JSON.stringify(parameters, null, 2)}\n`);
const comparison = compareMarkets({
  parameters,
  recorded: real.map(({ symbol, statistics }) => ({ pair: getPair(symbol), statistics })),
  quoted: quoted.map(({ symbol }) => getPair(symbol)),
  seed: seeds[0],
  days,
});
console.log(comparison);
const { forecasters } = await loadModels(modelsFolder);
console.log(`\n${compareEdges(forecasters, parameters, await loadRecordedQuarter(folder), seeds)}`);
