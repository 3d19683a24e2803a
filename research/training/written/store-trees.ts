import type { StoredTree } from '#engine/forecast/scorer/tree-ensemble.ts';
import type { BinnedTree } from '../grow-tree.ts';

const roughly = (value: number): number => Number(value.toPrecision(6));

/** A tree that reads values instead of bins. */
export const storedTree = (tree: BinnedTree, edges: readonly Float64Array[]): StoredTree => ({
  feature: [...tree.feature],
  threshold: [...tree.feature].map((feature, node) => edges[feature]?.[tree.bin[node] as number] as number),
  left: [...tree.left],
  right: [...tree.right],
  value: [...tree.leafValue].map(roughly),
  count: [...tree.leafCount],
});
