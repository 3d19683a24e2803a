import { expect, it, vi } from 'vitest';
import { durations } from '#domain/market/duration.ts';
import type { LocalForecaster } from '#engine/forecast/forecaster.ts';
import { createForecaster } from '#engine/forecast/create-forecaster.ts';
import { wanderingMarket } from '#tests/support/market/wandering-bars.ts';
import type { BarTable } from '../bars/load-bars.ts';
import { trainModels } from './train-models.ts';
import { createTrainingRows, tableWithin } from './training-rows.ts';

// Four complete, small trainings.
vi.setConfig({ testTimeout: 60_000 });

const from = Date.parse('2018-03-05T00:00:00Z');
const count = 5_000;
const to = from + count * 60_000;
const boost = {
  trees: 3,
  leaves: 6,
  minLeafRows: 40,
  shrinkRows: 20,
  learningRate: 0.3,
  everyNth: 2,
  featureShare: 0.5,
};

const market = wanderingMarket({ start: from, count });

function aTable(symbol: string): BarTable {
  const bars = market.get(symbol) ?? [];
  const column = (of: (bar: (typeof bars)[number]) => number): Float64Array => Float64Array.from(bars, of);
  return {
    symbol,
    size: count,
    time: column(({ time }) => time),
    open: column(({ open }) => open),
    high: column(({ high }) => high),
    low: column(({ low }) => low),
    close: column(({ close }) => close),
  };
}

const five = ['EURUSD', 'AUDCHF', 'USDCHF', 'EURCHF', 'AUDUSD'];

const train = (workers: number, seed = 1, symbols: readonly string[] = five) => {
  const rows = createTrainingRows(symbols.map(aTable), () => {});
  return trainModels(rows, { from, to, seed, workers, boost }, { report: () => {} });
};

/** The default training, shared by the tests that inspect it. */
const trained = train(2);

const toTexts = (models: Awaited<ReturnType<typeof train>>): string[] => models.map(({ file }) => JSON.stringify(file));
const toKeys = (models: Awaited<ReturnType<typeof train>>): string[] => models.map(({ file }) => file.key);

it('trains byte-identical models on one thread and on two, and others from another seed', async () => {
  const alone = toTexts(await train(1));
  expect(toTexts(await trained)).toEqual(alone);
  const other = toTexts(await train(2, 2));
  // Randomness is in the trees, and so in the stack above them.
  expect(other.map((text, i) => text === alone[i])).toEqual([false, true, true, true, false]);
});

it('writes files that the product accepts, and evaluates every duration in every fold', async () => {
  const models = await trained;
  const forecasters = models.reduce<LocalForecaster[]>(
    (made, { file }) => [...made, createForecaster(JSON.stringify(file), made)],
    [],
  );
  expect(forecasters.map(({ key }) => key)).toEqual(['kurs_ai_v2', 'kurs_ai_v1', '13_squad', '36trade_ai_plus', 'vip']);
  for (const { folds, file } of models) {
    // The stack's first fold was used to fit its first weights.
    expect(folds).toHaveLength((file.key === 'vip' ? 3 : 4) * durations.length);
    for (const { figures } of folds) expect(figures.n).toBeGreaterThan(500);
    for (const duration of durations) expect(file.durations[duration].signalFrom).toBeGreaterThanOrEqual(100 / 1.82);
  }
});

it('gives the stack the strictest threshold of all', async () => {
  const models = await trained;
  for (const duration of durations) {
    const thresholds = models.map(({ file }) => file.durations[duration].signalFrom);
    expect(thresholds.at(-1)).toBe(Math.max(...thresholds));
  }
});

it('trains single-pair models when there are too few pairs to compare', async () => {
  expect(toKeys(await train(2, 1, five.slice(0, 2)))).toEqual(['kurs_ai_v2', 'kurs_ai_v1', '13_squad']);
});

it('uses nothing from outside the period', () => {
  const table = aTable('EURUSD');
  const within = tableWithin(table, from + 600_000, from + 1_200_000);
  expect([...within.time]).toEqual([...table.time].filter((time) => time >= from + 600_000 && time < from + 1_200_000));
  expect(within.size).toBe(10);
  expect(tableWithin(table, to, to + 60_000).size).toBe(0);
});
