import { type Duration, durations } from '#domain/market/duration.ts';
import { createMarketFeatures } from '#engine/features/market-features.ts';
import { featureIndices } from '#engine/forecast/model-file.ts';
import { toTreeEnsemble, type StoredTree } from '#engine/forecast/scorer/tree-ensemble.ts';
import { judgeForecasts } from '#research/evaluation/judge-forecasts.ts';
import { modelsFolder, readModels } from '#research/evaluation/read-models.ts';
import { type Figure, createFigure } from '../figure.ts';
import { installPeers } from '../peers/install-peers.ts';
import { loadOnnxTrees } from '../peers/onnx-trees.ts';
import { perSecond } from '../load/per-second.ts';
import type { Row } from '../row.ts';
import { toTable } from '#engine/bar/bar-table.ts';
import { simulatedBars } from '../simulated-bars.ts';

const rowCount = 4_096;
const trees = 100;

/** The fields of the file that this row reads. */
interface TreeFile {
  readonly features: readonly string[];
  /** Inputs of the trees after the features. */
  readonly reversion: { readonly others: number };
  readonly durations: Readonly<Record<Duration, { readonly trees: readonly StoredTree[] }>>;
}

export const modelRow: Row = {
  name: 'model-row',
  what: `kurs_ai_v2: ${trees} of its trees on one of ${rowCount} vectors; its calibrated forecasts in evaluation, one thread`,
  peer: 'onnxruntime-node on the same trees in double precision, one thread',
  async measure(print) {
    const [model] = await readModels(modelsFolder, 'kurs_ai_v2');
    if (!model) throw new Error('there is no kurs_ai_v2');
    const { forecaster } = model;
    const file = model.file as unknown as TreeFile;
    // A duration has 80 trees of 31 leaves; the hundred are those of the first durations together,
    // so nothing is scaled.
    const some = durations.flatMap((duration) => file.durations[duration].trees).slice(0, trees);
    const ensemble = toTreeEnsemble(some, file.features.length + 1);
    const bars = [...(await simulatedBars(rowCount + 1_000, ['EURUSD'])).values()][0] ?? [];
    const columns = featureIndices(file.features);
    const vectors = toVectors(bars).slice(0, rowCount);
    const read = vectors.map((vector) =>
      Float64Array.of(...Array.from(columns, (column) => vector[column] as number), file.reversion.others),
    );
    const rows = await perSecond(read.length, () => read.forEach((vector) => void ensemble.score(vector)));
    const scores = read.map((vector) => ensemble.score(vector));
    const beside = installPeers(print) ? await besideOnnx(some, read, scores, rows) : [];
    const time = bars.at(-1)?.time ?? 0;
    const alone = await perSecond(vectors.length * durations.length, () => {
      for (const vector of vectors)
        for (const duration of durations) forecaster.forecast('EURUSD', time, vector, duration);
    });
    const table = toTable('EURUSD', bars);
    const evaluated = await perSecond(toVectors(bars).length * durations.length, () => {
      judgeForecasts([forecaster], [table], { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY });
    });
    return [
      createFigure(
        `one row of ${trees} trees × ${meanLeaves(some)} leaves`,
        'µs',
        rows.map((rate) => 1e6 / rate),
        {
          atMost: 10,
        },
      ),
      ...beside,
      createFigure('calibrated forecasts in evaluation (features, forecast, outcome)', 'forecasts/s', evaluated, {
        atLeast: 150_000,
      }),
      createFigure('calibrated forecasts from vectors at hand', 'forecasts/s', alone),
    ];
  },
};

/**
 * The peer is fastest with one call for all rows; the engine's own use, one vector when its minute
 * closes, is one call per row.
 */
async function besideOnnx(
  some: readonly StoredTree[],
  vectors: readonly Float64Array[],
  scores: readonly number[],
  rows: readonly number[],
): Promise<Figure[]> {
  const onnx = await loadOnnxTrees(some, vectors[0]?.length ?? 0);
  const all = Float64Array.from(vectors.flatMap((vector) => [...vector]));
  const theirs = await onnx.score(all);
  const difference = Math.max(...scores.map((score, i) => Math.abs(score - (theirs[i] as number))));
  const together = await perSecond(vectors.length, async () => void (await onnx.score(all)));
  const eachAlone = await perSecond(vectors.length, async () => {
    for (const vector of vectors) await onnx.score(vector);
  });
  const ratios = (peers: readonly number[]): number[] => rows.map((rate, round) => rate / (peers[round] as number));
  return [
    createFigure('  ours / onnxruntime, all rows in one call', '×', ratios(together)),
    createFigure('  ours / onnxruntime, a call for each row', '×', ratios(eachAlone)),
    createFigure('  greatest difference from onnxruntime, which answers in floats', '', [difference], { atMost: 1e-6 }),
  ];
}

function toVectors(bars: Parameters<typeof toTable>[1]): Float64Array[] {
  const market = createMarketFeatures(['EURUSD']);
  return bars.flatMap((bar) => {
    market.push(0, bar);
    market.close(bar.time);
    const vector = market.vector(0);
    return vector ? [Float64Array.from(vector)] : [];
  });
}

const meanLeaves = (some: readonly StoredTree[]): number =>
  some.reduce((sum, { value }) => sum + value.length, 0) / some.length;
