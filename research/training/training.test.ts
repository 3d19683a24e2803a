import { describe, expect, it } from 'vitest';
import { calibrate, isRising } from '#engine/forecast/calibration/calibration.ts';
import { boostTrees, createRandom } from './boost-trees.ts';
import { fitCalibration } from './fit-duration-head.ts';
import { createFolds } from './folds.ts';
import { addTrees, growTree, packResidual } from './grow-tree.ts';

const count = 6_000;
const width = 3;
const random = createRandom(7);
/** Three features in 64 bins; the target depends on the first two only. */
const bins = Uint8Array.from({ length: count * width }, () => Math.floor(random() * 64));
const targets = Float32Array.from({ length: count }, (_, row) => {
  const [a, b] = [bins[row * width] as number, bins[row * width + 1] as number];
  return (a > 20 ? 1 : -1) + (b > 40 ? 0.5 : 0) + (random() - 0.5) / 4;
});
const options = { leaves: 8, minLeafRows: 50, shrinkRows: 0, learningRate: 1 };
const data = { featureCount: width, bins, turns: new Int8Array(count), edges: [] };

describe('growing a tree', () => {
  const grow = () => growTree(bins, width, Float64Array.from(targets, packResidual), options);

  it('finds the split with the greatest gain, then the next', () => {
    const tree = grow();
    expect([tree.feature[0], tree.bin[0]]).toEqual([0, 20]);
    expect(tree.feature.slice(1, 3)).toEqual(Int32Array.of(1, 1));
    expect(tree.bin.slice(1, 3)).toEqual(Int32Array.of(40, 40));
  });

  it('predicts the mean of the examples in a leaf', () => {
    const tree = growTree(bins, width, Float64Array.from(targets, packResidual), { ...options, leaves: 2 });
    const scores = new Float32Array(count);
    addTrees([tree], bins, width, Int32Array.from(scores.keys()), scores);
    const high = [...targets].filter((_, row) => (bins[row * width] as number) > 20);
    const mean = high.reduce((sum, target) => sum + target, 0) / high.length;
    const row = targets.findIndex((_, i) => (bins[i * width] as number) > 20);
    expect(scores[row]).toBeCloseTo(mean, 2);
    expect(tree.leafCount.toSorted()).toEqual(Int32Array.of(count - high.length, high.length).toSorted());
  });

  it('respects the min leaf size', () => {
    const tree = growTree(bins, width, Float64Array.from(targets, packResidual), {
      ...options,
      leaves: 31,
      minLeafRows: 700,
    });
    expect(Math.min(...tree.leafCount)).toBeGreaterThanOrEqual(700);
    expect(tree.leafCount.reduce((sum, rows) => sum + rows, 0)).toBe(count);
  });
});

describe('boosting', () => {
  const boost = (seed: number) =>
    boostTrees(
      data,
      Int32Array.from({ length: count }, (_, i) => i),
      targets,
      { ...options, learningRate: 0.3, trees: 12, everyNth: 3, featureShare: 0.67 },
      seed,
    );

  it('reduces the error every few trees', () => {
    const trees = boost(1);
    const errorAfter = (n: number): number => {
      const scores = new Float32Array(count);
      addTrees(trees.slice(0, n), bins, width, Int32Array.from(scores.keys()), scores);
      return scores.reduce((sum, score, row) => sum + (score - (targets[row] as number)) ** 2, 0) / count;
    };
    const errors = [0, 3, 6, 12].map(errorAfter);
    expect(errors).toEqual(errors.toSorted((a, b) => b - a));
    expect(errors.at(-1)).toBeLessThan(0.1 * (errors[0] as number));
  });
});

describe('fitting a calibration', () => {
  /** Outcomes drawn from a known curve. */
  function drawn(truth: (score: number) => number, size = 40_000) {
    const draw = createRandom(11);
    const scores = Float64Array.from({ length: size }, () => (draw() - 0.5) * 2);
    return { scores, outcomes: Int8Array.from(scores, (score) => (draw() < truth(score) ? 1 : -1)) };
  }

  it('recovers the curve that generated the outcomes', () => {
    const truth = { slope: 1.5, bend: -0.4, limit: 1 };
    const curve = fitCalibration(drawn((score) => calibrate(truth, score)));
    for (const score of [0.1, 0.5, 0.9]) expect(calibrate(curve, score)).toBeCloseTo(calibrate(truth, score), 1);
    expect(Math.abs(calibrate(curve, 0.5) - calibrate(truth, 0.5))).toBeLessThan(0.015);
  });

  it('keeps rising where the outcomes turn down', () => {
    const curve = fitCalibration(drawn((score) => 0.5 + 0.4 * score * (1 - Math.abs(score))));
    expect(isRising(curve)).toBe(true);
  });

  it('stays near 50 % for a model that is worse than chance', () => {
    const curve = fitCalibration(drawn((score) => 0.5 - 0.2 * score));
    expect(isRising(curve)).toBe(true);
    expect(calibrate(curve, 1)).toBeCloseTo(0.5, 4);
  });
});

it('walks forward: nine months of training, then four quarters of the 21 months to September 2018', () => {
  const folds = createFolds(Date.UTC(2017, 0, 1), Date.UTC(2018, 9, 1));
  expect(folds).toHaveLength(4);
  expect(folds.map(({ to }) => to).slice(0, 3)).toEqual(folds.map(({ from }) => from).slice(1));
  expect(folds.at(-1)?.to).toBe(Date.UTC(2018, 9, 1));
  expect(new Date(folds[0]?.from ?? 0).toISOString().slice(0, 7)).toBe('2017-10');
});
