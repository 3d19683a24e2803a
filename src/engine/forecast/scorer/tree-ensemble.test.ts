import { describe, expect, it } from 'vitest';
import { toTreeEnsemble, type StoredTree } from './tree-ensemble.ts';

/** x0 <= 1 ? (x1 <= 5 ? 10 : 20) : 40, from 1, 3 and 4 rows. */
const tree: StoredTree = {
  feature: [0, 1],
  threshold: [1, 5],
  left: [1, -1],
  right: [-3, -2],
  value: [10, 20, 40],
  count: [1, 3, 4],
};
const stump: StoredTree = { feature: [1], threshold: [0], left: [-1], right: [-2], value: [-1, 1], count: [2, 6] };
const leaf: StoredTree = { feature: [], threshold: [], left: [], right: [], value: [0.5], count: [8] };

describe('tree ensemble', () => {
  const ensemble = toTreeEnsemble([tree, stump, leaf], 2);

  it.each([
    [[1, 5], 10 + 1 + 0.5, 'a value on the threshold goes left'],
    [[1, 5.1], 20 + 1 + 0.5, 'above it goes right'],
    [[1.1, 0], 40 - 1 + 0.5, 'every tree has its say'],
    [[-7, -7], 10 - 1 + 0.5, 'a tree without a split says the same to all'],
  ])('scores %j as %d: %s', (features, score) => {
    expect(ensemble.score(Float64Array.from(features))).toBe(score);
  });

  it.each([
    ['an unknown feature index', { ...tree, feature: [0, 2] }],
    ['a child before its parent', { ...tree, left: [0, -1] }],
    ['an unknown node index', { ...tree, left: [2, -1] }],
    ['an unknown leaf index', { ...tree, right: [-4, -2] }],
    ['a missing leaf', { ...tree, value: [10, 20] }],
    ['a threshold that is not a number', { ...tree, threshold: [1, null as unknown as number] }],
    ['an empty leaf', { ...tree, count: [0, 3, 4] }],
  ])('rejects %s', (_what, damaged) => {
    expect(() => toTreeEnsemble([stump, damaged], 2)).toThrow('tree 2 is damaged');
  });
});
