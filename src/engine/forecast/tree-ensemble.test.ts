import { describe, expect, it } from 'vitest';
import { createTreeEnsemble, type StoredTree } from './tree-ensemble.ts';

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

describe('an ensemble of trees', () => {
  const ensemble = createTreeEnsemble([tree, stump, leaf], 2);

  it.each([
    [[1, 5], 10 + 1 + 0.5, 'a value on the threshold goes left'],
    [[1, 5.1], 20 + 1 + 0.5, 'above it goes right'],
    [[1.1, 0], 40 - 1 + 0.5, 'every tree has its say'],
    [[-7, -7], 10 - 1 + 0.5, 'a tree without a split says the same to all'],
  ])('%j gives %d: %s', (features, score) => {
    expect(ensemble.score(Float64Array.from(features))).toBe(score);
  });

  it('begins at the mean over the training rows', () => {
    expect(ensemble.base).toBe((10 + 3 * 20 + 4 * 40) / 8 + (-2 + 6) / 8 + 0.5);
  });

  it('adds up: the base and what each feature changed are the score', () => {
    const contributions = new Float64Array(2);
    ensemble.addContributions(Float64Array.of(0, 9), contributions);
    // The first tree's root has the mean 28.75, its left child 17.5.
    expect([...contributions]).toEqual([17.5 - 28.75, 20 - 17.5 + (1 - 0.5)]);
    expect(ensemble.base + (contributions[0] ?? 0) + (contributions[1] ?? 0)).toBe(
      ensemble.score(Float64Array.of(0, 9)),
    );
  });

  it.each([
    ['a feature that does not exist', { ...tree, feature: [0, 2] }],
    ['a child before its parent', { ...tree, left: [0, -1] }],
    ['a node that does not exist', { ...tree, left: [2, -1] }],
    ['a leaf that does not exist', { ...tree, right: [-4, -2] }],
    ['a missing leaf', { ...tree, value: [10, 20] }],
    ['a threshold that is no number', { ...tree, threshold: [1, null as unknown as number] }],
    ['an empty leaf', { ...tree, count: [0, 3, 4] }],
  ])('refuses %s', (_what, damaged) => {
    expect(() => createTreeEnsemble([stump, damaged], 2)).toThrow('tree 2 is damaged');
  });
});
