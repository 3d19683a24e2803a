import { maxBins } from './binned-rows.ts';

/** A tree over binned features. Node 0 is the root; a negative child −1 − k is leaf k. */
export interface BinnedTree {
  readonly feature: Int32Array;
  /** Bins up to this one go left. */
  readonly bin: Int32Array;
  readonly left: Int32Array;
  readonly right: Int32Array;
  readonly leafValue: Float64Array;
  /** Training rows in each leaf. */
  readonly leafCount: Int32Array;
}

export interface TreeOptions {
  readonly leaves: number;
  readonly minLeafRows: number;
  /** Added to every leaf's row count: shrinks small leaves towards zero. */
  readonly shrinkRows: number;
  readonly learningRate: number;
}

/**
 * A row's residual and the row count are added in one addition: one unit of `rowUnit` for the row,
 * and the residual as an integer multiple of 1/`residualSteps`. Integers below 2^53 add exactly, so
 * a histogram does not depend on the order of the rows, and a sibling is the exact difference of
 * its parent and the other child. Valid for up to 2^21 rows.
 */
const rowUnit = 2 ** 31;
const residualSteps = 200;
export const maxTreeRows = 2 ** 21;
export const packResidual = (residual: number): number => rowUnit + Math.round(residual * residualSteps);
const getCount = (packed: number): number => Math.round(packed / rowUnit);
const sumUp = (packed: number): number => (packed - getCount(packed) * rowUnit) / residualSteps;

interface Leaf {
  from: number;
  to: number;
  histogram: Float64Array;
  total: number;
  split: Split | null;
  /** Parent node of the finished leaf. */
  parent: number;
  side: 'left' | 'right';
}

interface Split {
  readonly gain: number;
  readonly feature: number;
  readonly bin: number;
}

/**
 * Grows one regression tree leaf by leaf, the split of greatest gain first, on histograms (the method of LightGBM; G. Ke
 * et al., 2017). `bins`: `width` values for each of `packed.length` examples, row-major. `packed`: packResidual of each
 * example; is reordered.
 */
export function growTree(bins: Uint8Array, width: number, packed: Float64Array, options: TreeOptions): BinnedTree {
  const size = width * maxBins;
  const tree = emptyTree(options.leaves);
  const rows = new Int32Array(packed.length);
  for (let i = 0; i < rows.length; i += 1) rows[i] = i;
  const scratchRows = new Int32Array(rows.length);
  const scratchPacked = new Float64Array(rows.length);
  let nodes = 0;

  const buildHistogram = (from: number, to: number): Float64Array => {
    const histogram = new Float64Array(size);
    for (let i = from; i < to; i += 1) {
      const base = (rows[i] as number) * width;
      const value = packed[i] as number;
      for (let f = 0, at = 0; f < width; f += 1, at += maxBins) {
        const slot = at + (bins[base + f] as number);
        histogram[slot] = (histogram[slot] as number) + value;
      }
    }
    return histogram;
  };

  const createLeaf = (
    from: number,
    to: number,
    histogram: Float64Array,
    parent: number,
    side: 'left' | 'right',
  ): Leaf => {
    let total = 0;
    for (let bin = 0; bin < maxBins; bin += 1) total += histogram[bin] as number;
    const split = to - from >= 2 * options.minLeafRows ? bestSplit(histogram, width, total, options) : null;
    return { from, to, histogram, total, split, parent, side };
  };

  const partition = (leaf: Leaf, split: Split): number => {
    let left = leaf.from;
    let right = 0;
    for (let i = leaf.from; i < leaf.to; i += 1) {
      const row = rows[i] as number;
      const value = packed[i] as number;
      if ((bins[row * width + split.feature] as number) <= split.bin) {
        rows[left] = row;
        packed[left] = value;
        left += 1;
      } else {
        scratchRows[right] = row;
        scratchPacked[right] = value;
        right += 1;
      }
    }
    rows.set(scratchRows.subarray(0, right), left);
    packed.set(scratchPacked.subarray(0, right), left);
    return left;
  };

  const leaves = [createLeaf(0, rows.length, buildHistogram(0, rows.length), -1, 'left')];
  while (leaves.length < options.leaves) {
    const at = indexOfBest(leaves);
    const leaf = leaves[at];
    if (!leaf?.split) break;
    const { split } = leaf;
    const node = nodes;
    nodes += 1;
    tree.feature[node] = split.feature;
    tree.bin[node] = split.bin;
    if (leaf.parent >= 0) tree[leaf.side][leaf.parent] = node;
    const middle = partition(leaf, split);
    const isLeftSmaller = middle - leaf.from <= leaf.to - middle;
    const smaller = isLeftSmaller ? buildHistogram(leaf.from, middle) : buildHistogram(middle, leaf.to);
    const larger = leaf.histogram;
    for (let i = 0; i < size; i += 1) larger[i] = (larger[i] as number) - (smaller[i] as number);
    leaves[at] = createLeaf(leaf.from, middle, isLeftSmaller ? smaller : larger, node, 'left');
    leaves.push(createLeaf(middle, leaf.to, isLeftSmaller ? larger : smaller, node, 'right'));
  }
  return finish(tree, nodes, leaves, options);
}

const emptyTree = (leaves: number): BinnedTree => ({
  feature: new Int32Array(leaves - 1),
  bin: new Int32Array(leaves - 1),
  left: new Int32Array(leaves - 1),
  right: new Int32Array(leaves - 1),
  leafValue: new Float64Array(leaves),
  leafCount: new Int32Array(leaves),
});

function indexOfBest(leaves: readonly Leaf[]): number {
  let best = 0;
  leaves.forEach((leaf, i) => {
    if ((leaf.split?.gain ?? 0) > (leaves[best]?.split?.gain ?? 0)) best = i;
  });
  return best;
}

function bestSplit(histogram: Float64Array, width: number, total: number, options: TreeOptions): Split | null {
  const rows = getCount(total);
  const sum = sumUp(total);
  const score = (s: number, n: number): number => (s * s) / (n + options.shrinkRows);
  const before = score(sum, rows);
  let best: Split | null = null;
  let bestGain = 1e-9;
  for (let feature = 0; feature < width; feature += 1) {
    let packed = 0;
    for (let bin = 0; bin < maxBins - 1; bin += 1) {
      packed += histogram[feature * maxBins + bin] as number;
      const left = getCount(packed);
      if (left < options.minLeafRows) continue;
      if (rows - left < options.minLeafRows) break;
      const leftSum = sumUp(packed);
      const gain = score(leftSum, left) + score(sum - leftSum, rows - left) - before;
      if (gain > bestGain) {
        bestGain = gain;
        best = { gain, feature, bin };
      }
    }
  }
  return best;
}

function finish(tree: BinnedTree, nodes: number, leaves: readonly Leaf[], options: TreeOptions): BinnedTree {
  leaves.forEach((leaf, k) => {
    tree.leafValue[k] = (options.learningRate * sumUp(leaf.total)) / (getCount(leaf.total) + options.shrinkRows);
    tree.leafCount[k] = getCount(leaf.total);
    if (leaf.parent >= 0) tree[leaf.side][leaf.parent] = -1 - k;
  });
  return {
    feature: tree.feature.slice(0, nodes),
    bin: tree.bin.slice(0, nodes),
    left: tree.left.slice(0, nodes),
    right: tree.right.slice(0, nodes),
    leafValue: tree.leafValue.slice(0, leaves.length),
    leafCount: tree.leafCount.slice(0, leaves.length),
  };
}

/** Adds the trees' predictions to `scores` for every row of `rows`; `scores` is indexed by row. */
export function addTrees(
  trees: readonly BinnedTree[],
  bins: Uint8Array,
  featureCount: number,
  rows: Int32Array,
  scores: Float32Array,
): void {
  const tables = trees.map(walkTable);
  for (let i = 0; i < rows.length; i += 1) {
    const row = rows[i] as number;
    const base = row * featureCount;
    let sum = scores[row] as number;
    for (let t = 0; t < tables.length; t += 1) {
      const { steps, values } = tables[t] as WalkTable;
      let at = 0;
      while (at >= 0) {
        const isRight = (bins[base + (steps[at] as number)] as number) > (steps[at + 1] as number) ? 1 : 0;
        at = steps[at + 2 + isRight] as number;
      }
      sum += values[-1 - at] as number;
    }
    scores[row] = sum;
  }
}

/**
 * A tree in the layout that is fastest to walk: four numbers per node (feature, bin, left, right),
 * with children as indices.
 */
interface WalkTable {
  readonly steps: Int32Array;
  readonly values: Float64Array;
}

function walkTable({ feature, bin, left, right, leafValue }: BinnedTree): WalkTable {
  // A tree without a split: both children are its only leaf.
  if (feature.length === 0) return { steps: Int32Array.of(0, 0, -1, -1), values: leafValue };
  const place = (child: number): number => (child < 0 ? child : 4 * child);
  const steps = new Int32Array(4 * feature.length);
  feature.forEach((used, n) => {
    steps.set([used, bin[n] as number, place(left[n] as number), place(right[n] as number)], 4 * n);
  });
  return { steps, values: leafValue };
}
