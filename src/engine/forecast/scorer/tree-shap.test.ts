import { describe, expect, it } from 'vitest';
import type { StoredTree } from './tree-ensemble.ts';
import { addShapleyValues, computeMean } from './tree-shap.ts';

/**
 * x0 <= 1 ? (x1 <= 5 ? 10 : (x0 <= 0 ? 20 : 25)) : (x2 <= 3 ? 40 : -5): one feature is split on
 * twice.
 */
const tree: StoredTree = {
  feature: [0, 1, 0, 2],
  threshold: [1, 5, 0, 3],
  left: [1, -1, -2, -4],
  right: [3, 2, -3, -5],
  value: [10, 20, 25, 40, -5],
  count: [1, 3, 2, 4, 6],
};
const leaf: StoredTree = { feature: [], threshold: [], left: [], right: [], value: [0.5], count: [8] };

/**
 * The expected output when only these features are known: at an unknown feature, both branches
 * weighted by the training rows.
 */
function expected(known: ReadonlySet<number>, x: readonly number[], at = 0): { value: number; rows: number } {
  if (at < 0) return { value: tree.value[-1 - at] as number, rows: tree.count[-1 - at] as number };
  const left = expected(known, x, tree.left[at]);
  const right = expected(known, x, tree.right[at]);
  const rows = left.rows + right.rows;
  const feature = tree.feature[at] as number;
  if (!known.has(feature)) return { value: (left.value * left.rows + right.value * right.rows) / rows, rows };
  const branch = (x[feature] as number) <= (tree.threshold[at] as number) ? left : right;
  return { value: branch.value, rows };
}

/**
 * Shapley's definition: the change made by a feature, averaged over all orders in which features
 * become known.
 */
function byDefinition(x: readonly number[]): number[] {
  const orders = [
    [0, 1, 2],
    [0, 2, 1],
    [1, 0, 2],
    [1, 2, 0],
    [2, 0, 1],
    [2, 1, 0],
  ];
  const sums = [0, 0, 0];
  for (const order of orders) {
    const known = new Set<number>();
    for (const feature of order) {
      const before = expected(known, x).value;
      known.add(feature);
      sums[feature] = (sums[feature] as number) + expected(known, x).value - before;
    }
  }
  return sums.map((sum) => sum / orders.length);
}

const computeShapley = (of: StoredTree, x: readonly number[]): number[] => {
  const into = new Float64Array(3);
  addShapleyValues(of, Float64Array.from(x), into);
  return [...into];
};

describe('Shapley values of a tree', () => {
  const vectors = [0, 0.5, 2].flatMap((a) => [0, 9].flatMap((b) => [0, 9].map((c) => [a, b, c])));

  it.each(vectors)('match the definition at %d, %d, %d', (...x) => {
    const values = computeShapley(tree, x);
    byDefinition(x).forEach((value, i) => {
      expect(values[i]).toBeCloseTo(value, 10);
    });
  });

  it.each(vectors)('sum from the mean to the output at %d, %d, %d', (...x) => {
    const sum = computeShapley(tree, x).reduce((total, value) => total + value, computeMean(tree));
    expect(sum).toBeCloseTo(expected(new Set([0, 1, 2]), x).value, 10);
  });

  it('are zero for a tree without a split', () => {
    expect(computeShapley(leaf, [1, 2, 3])).toEqual([0, 0, 0]);
    expect(computeMean(leaf)).toBe(0.5);
  });
});
