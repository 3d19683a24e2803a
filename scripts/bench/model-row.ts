import { durations } from '#domain/duration.ts';
import { createFeatureStream } from '#engine/features/feature-stream.ts';
import { createTreeEnsemble, type StoredTree } from '#engine/forecast/tree-ensemble.ts';
import type { TreeFile } from '#engine/forecast/tree-forecaster.ts';
import { createJudge } from '../evaluation/judge-forecasts.ts';
import { modelsFolder, readModels } from '../evaluation/read-models.ts';
import { figureOf } from './figure.ts';
import { perSecond } from './per-second.ts';
import type { Row } from './row.ts';
import { simulatedBars, tableOf } from './simulated-bars.ts';

const rowCount = 4_096;
const trees = 100;

export const modelRow: Row = {
  name: 'model-row',
  what: `kurs_ai_v2: ${trees} of its trees on one of ${rowCount} vectors; its calibrated forecasts in evaluation, one thread`,
  peer: 'none yet',
  async measure() {
    const [model] = await readModels(modelsFolder, 'kurs_ai_v2');
    if (!model) throw new Error('there is no kurs_ai_v2');
    const { forecaster } = model;
    const file = model.file as unknown as TreeFile;
    // A duration has 80 trees of 31 leaves; the hundred are its first durations' together, so nothing is scaled.
    const some = durations.flatMap((duration) => file.durations[duration].trees).slice(0, trees);
    const ensemble = createTreeEnsemble(some, file.features.length);
    const bars = [...(await simulatedBars(rowCount + 1_000, ['EURUSD'])).values()][0] ?? [];
    const vectors = vectorsOf(bars).slice(0, rowCount);
    const rows = perSecond(vectors.length, () => vectors.forEach((vector) => void ensemble.score(vector)));
    const time = bars.at(-1)?.time ?? 0;
    const alone = perSecond(vectors.length * durations.length, () => {
      for (const vector of vectors)
        for (const duration of durations) forecaster.forecast('EURUSD', time, vector, duration);
    });
    const table = tableOf('EURUSD', bars);
    const evaluated = perSecond(vectorsOf(bars).length * durations.length, () =>
      createJudge([forecaster]).addTable(table, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY),
    );
    return [
      figureOf(
        `one row of ${trees} trees × ${meanLeaves(some)} leaves`,
        'µs',
        rows.map((rate) => 1e6 / rate),
        {
          atMost: 10,
        },
      ),
      figureOf('calibrated forecasts in evaluation (features, forecast, outcome)', 'forecasts/s', evaluated, {
        atLeast: 150_000,
      }),
      figureOf('calibrated forecasts from vectors at hand', 'forecasts/s', alone),
    ];
  },
};

function vectorsOf(bars: Parameters<typeof tableOf>[1]): Float64Array[] {
  const stream = createFeatureStream('EURUSD');
  return bars.flatMap((bar) => {
    const vector = stream.push(bar);
    return vector ? [Float64Array.from(vector)] : [];
  });
}

const meanLeaves = (some: readonly StoredTree[]): number =>
  some.reduce((sum, { value }) => sum + value.length, 0) / some.length;
