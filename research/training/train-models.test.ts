import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it, vi } from 'vitest';
import { loadModels } from '#server/modules/models/load-models.ts';
import { durations } from '#domain/market/duration.ts';
import { parseForecaster } from '#engine/forecast/parse-forecaster.ts';
import { wanderingMarket } from '#tests/support/market/wandering-bars.ts';
import { type BarTable, tableWithin, toTable } from '#engine/bar/bar-table.ts';
import { trainModels } from './train-models.ts';
import { modelCard } from './written/model-card.ts';
import { writeModels } from './written/model-files.ts';
import { createTrainingRows } from './training-rows.ts';

// Three complete, small trainings and one of a single pair.
vi.setConfig({ testTimeout: 120_000 });

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

const aTable = (symbol: string): BarTable => toTable(symbol, market.get(symbol) ?? []);

const five = ['EURUSD', 'AUDCHF', 'USDCHF', 'EURCHF', 'AUDUSD'];

const train = (workers: number, seed = 1, symbols: readonly string[] = five, tableOf = aTable) => {
  const rows = createTrainingRows(symbols.map(tableOf), () => {});
  return trainModels(rows, { from, to, seed, workers, boost }, { report: () => {} });
};

/** The default training, shared by the tests that inspect it. */
const trained = train(2);

const toTexts = (models: Awaited<ReturnType<typeof train>>): string[] => models.map(({ file }) => JSON.stringify(file));

it('trains byte-identical models on one thread and on two, and others from another seed', async () => {
  const alone = toTexts(await train(1));
  expect(toTexts(await trained)).toEqual(alone);
  const other = toTexts(await train(2, 2));
  // Randomness is in the trees, and so in the stack above them.
  expect(other.map((text, i) => text === alone[i])).toEqual([false, true, true, true, false]);
});

it('writes files that the product accepts, and evaluates every duration in every fold', async () => {
  const models = await trained;
  const folder = await mkdtemp(join(tmpdir(), 'kurs-models-'));
  await writeModels(
    folder,
    models.map(({ file }) => ({ file, card: '' })),
  );
  const { forecasters, unavailable } = await loadModels(pathToFileURL(`${folder}/`));
  await rm(folder, { recursive: true });
  expect(unavailable).toEqual([]);
  expect(forecasters.map(({ key }) => key)).toEqual(['kurs_ai_v2', 'kurs_ai_v1', '13_squad', '36trade_ai_plus', 'vip']);
  for (const { folds, file } of models) {
    // The stack's first fold was used to fit its first weights.
    expect(folds).toHaveLength((file.key === 'vip' ? 3 : 4) * durations.length);
    for (const { figures } of folds) expect(figures.n).toBeGreaterThan(500);
  }
});

it('leaves a feature that never varies out of the regression, and names it in the card', async () => {
  /** Each bar opens where the one before it closed, so that `jump` is always 0. */
  const unbroken = (symbol: string): BarTable => {
    const table = aTable(symbol);
    const open = table.open.map((price, i) => table.close[i - 1] ?? price);
    const high = table.high.map((price, i) => Math.max(price, open[i] ?? price));
    return { ...table, open, high, low: table.low.map((price, i) => Math.min(price, open[i] ?? price)) };
  };
  const models = await train(2, 1, ['EURUSD'], unbroken);
  // Too few pairs to compare.
  expect(models.map((model) => model.file.key)).toEqual(['kurs_ai_v2', 'kurs_ai_v1', '13_squad']);
  expect(models.map(({ leftOut }) => leftOut)).toEqual([[], ['jump'], []]);
  const { file, method, leftOut, folds } = models[1] as (typeof models)[number];
  expect(file.features).not.toContain('jump');
  expect(parseForecaster(JSON.stringify(file), []).key).toBe('kurs_ai_v1');
  const facts = { file, method, leftOut, folds, symbols: ['EURUSD'], rows: 1, learntFrom: from, learntTo: to, seed: 1 };
  expect(modelCard({ ...facts, keptOut: null })).toContain('Left out, because it never varies in these data: jump.');
});

it('refuses prices that never change', async () => {
  const still = (symbol: string): BarTable => {
    const table = aTable(symbol);
    const price = table.close.map(() => 1.1);
    return { ...table, open: price, high: price, low: price, close: price };
  };
  await expect(train(2, 1, ['EURUSD'], still)).rejects.toThrow('The prices in these bars never change.');
});

it('uses nothing from outside the period', () => {
  const table = aTable('EURUSD');
  const within = tableWithin(table, from + 600_000, from + 1_200_000);
  expect([...within.time]).toEqual([...table.time].filter((time) => time >= from + 600_000 && time < from + 1_200_000));
  expect(within.size).toBe(10);
  expect(tableWithin(table, to, to + 60_000).size).toBe(0);
});
