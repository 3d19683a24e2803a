import type { BinnedRows } from './binned-rows.ts';
import { addTrees, type BinnedTree, growTree, maxTreeRows, packResidual, type TreeOptions } from './grow-tree.ts';

export interface BoostOptions extends TreeOptions {
  readonly trees: number;
  /**
   * Each tree is fitted to every n-th row, the next tree to the rows after those: neighbouring
   * minutes are highly correlated.
   */
  readonly everyNth: number;
  /** Share of the features each tree may use. */
  readonly featureShare: number;
}

/** A generator of numbers in [0, 1) that is the same on every machine (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/**
 * Least-squares boosting of `targets` (indexed by row) over `rows`, in ascending order. The targets
 * are near ±2, so the score is near the log-odds. Reports the number of finished trees.
 */
export function boostTrees(
  data: BinnedRows,
  rows: Int32Array,
  targets: Float32Array,
  options: BoostOptions,
  seed: number,
  onTree: (done: number) => void = () => {},
): BinnedTree[] {
  const random = createRandom(seed);
  const scores = new Float32Array(targets.length);
  const step = Math.max(options.everyNth, Math.ceil(rows.length / maxTreeRows));
  const trees: BinnedTree[] = [];
  for (let n = 0; n < options.trees; n += 1) {
    const chosen = everyNth(rows, step, n % step);
    // These rows were last used `step` trees ago, so their scores are updated only now.
    addTrees(trees.slice(-step), data.bins, data.featureCount, chosen, scores);
    const packed = new Float64Array(chosen.length);
    for (let i = 0; i < chosen.length; i += 1) {
      const row = chosen[i] as number;
      packed[i] = packResidual((targets[row] as number) - (scores[row] as number));
    }
    const features = someFeatures(data.featureCount, options.featureShare, random);
    const tree = growTree(compactBins(data, chosen, features), features.length, packed, options);
    // The tree numbers the features it was given; converts to global feature indices.
    tree.feature.forEach((used, node) => {
      tree.feature[node] = features[used] as number;
    });
    trees.push(tree);
    onTree(n + 1);
  }
  return trees;
}

/**
 * The chosen rows' bins of the chosen features, stored contiguously, so that data a tree reads
 * repeatedly stays in the CPU cache.
 */
function compactBins({ bins, featureCount }: BinnedRows, rows: Int32Array, features: Int32Array): Uint8Array {
  const width = features.length;
  const compact = new Uint8Array(rows.length * width);
  for (let i = 0; i < rows.length; i += 1) {
    const from = (rows[i] as number) * featureCount;
    const to = i * width;
    for (let f = 0; f < width; f += 1) compact[to + f] = bins[from + (features[f] as number)] as number;
  }
  return compact;
}

function everyNth(rows: Int32Array, step: number, offset: number): Int32Array {
  const chosen = new Int32Array(Math.ceil((rows.length - offset) / step));
  for (let i = 0; i < chosen.length; i += 1) chosen[i] = rows[offset + i * step] as number;
  return chosen;
}

function someFeatures(count: number, share: number, random: () => number): Int32Array {
  const all = Int32Array.from({ length: count }, (_, i) => i);
  const taken = Math.max(1, Math.round(count * share));
  for (let i = 0; i < taken; i += 1) {
    const other = i + Math.floor(random() * (count - i));
    const swapped = all[i] as number;
    all[i] = all[other] as number;
    all[other] = swapped;
  }
  return all.slice(0, taken).sort();
}
