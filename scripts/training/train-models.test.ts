import { expect, it, vi } from 'vitest';
import { durations } from '#domain/duration.ts';
import { createForecaster } from '#engine/forecast/create-forecaster.ts';
import { wanderingBars } from '#tests/support/wandering-bars.ts';
import type { BarTable } from '../bars/load-bars.ts';
import { trainModels } from './train-models.ts';
import { createTrainingRows, tableWithin } from './training-rows.ts';

// Four whole trainings, small as they are.
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

function aTable(symbol: string, level: number): BarTable {
  const bars = wanderingBars({ start: from, count, level });
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

const train = (workers: number, seed = 1) => {
  const rows = createTrainingRows([aTable('EURUSD', 1.2), aTable('AUDCHF', 0.7)], () => {});
  return trainModels(rows, { from, to, seed, workers, boost }, { report: () => {} });
};

const textsOf = (models: Awaited<ReturnType<typeof train>>): string[] => models.map(({ file }) => JSON.stringify(file));

it('trains the same models to the byte on one thread and on two, and others from another seed', async () => {
  const alone = textsOf(await train(1));
  expect(textsOf(await train(2))).toEqual(alone);
  const [trees, logistic] = textsOf(await train(2, 2));
  expect(trees).not.toBe(alone[0]);
  expect(logistic).toBe(alone[1]);
});

it('writes files that the product accepts, and judges every duration in every fold', async () => {
  const models = await train(2);
  expect(models.map(({ file }) => createForecaster(JSON.stringify(file)).key)).toEqual(['kurs_ai_v2', 'kurs_ai_v1']);
  for (const { folds, file } of models) {
    expect(folds).toHaveLength(4 * durations.length);
    for (const { figures } of folds) expect(figures.n).toBeGreaterThan(500);
    for (const duration of durations) expect(file.durations[duration].signalFrom).toBeGreaterThanOrEqual(100 / 1.82);
  }
});

it('learns nothing from what lies beyond the period', () => {
  const table = aTable('EURUSD', 1.2);
  const within = tableWithin(table, from + 600_000, from + 1_200_000);
  expect([...within.time]).toEqual([...table.time].filter((time) => time >= from + 600_000 && time < from + 1_200_000));
  expect(within.size).toBe(10);
  expect(tableWithin(table, to, to + 60_000).size).toBe(0);
});
