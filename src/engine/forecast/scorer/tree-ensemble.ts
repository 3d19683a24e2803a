/** One tree in storage format. Node 0 is the root; a child −1 − k is leaf k. */
export interface StoredTree {
  readonly feature: readonly number[];
  /** A value up to the threshold goes left. */
  readonly threshold: readonly number[];
  readonly left: readonly number[];
  readonly right: readonly number[];
  readonly value: readonly number[];
  /** Training rows in each leaf. */
  readonly count: readonly number[];
}

/**
 * All trees of one model in a few typed arrays, so that an evaluation is cache-friendly and
 * allocates nothing.
 */
export interface TreeEnsemble {
  /** The sum of the trees' leaf values for this vector. */
  score(features: Float64Array): number;
}

/** Throws an Error if a node references a missing feature or node. */
export function toTreeEnsemble(trees: readonly StoredTree[], featureCount: number): TreeEnsemble {
  trees.forEach((tree, i) => checkTree(tree, i, featureCount));
  const inner = trees.reduce((sum, tree) => sum + tree.feature.length, 0);
  const outer = trees.reduce((sum, tree) => sum + tree.value.length, 0);
  const feature = new Int32Array(inner);
  const threshold = new Float64Array(inner);
  /** Left child at 2n, right child at 2n + 1. */
  const child = new Int32Array(2 * inner);
  const leaf = new Float64Array(outer);
  const root = new Int32Array(trees.length);
  let node = 0;
  let leaves = 0;
  trees.forEach((tree, t) => {
    const firstNode = node;
    const firstLeaf = leaves;
    const moved = (at: number): number => (at < 0 ? at - firstLeaf : at + firstNode);
    root[t] = tree.feature.length > 0 ? firstNode : -1 - firstLeaf;
    leaf.set(tree.value, firstLeaf);
    feature.set(tree.feature, firstNode);
    threshold.set(tree.threshold, firstNode);
    for (let n = 0; n < tree.feature.length; n += 1) {
      child[2 * (firstNode + n)] = moved(tree.left[n] as number);
      child[2 * (firstNode + n) + 1] = moved(tree.right[n] as number);
    }
    node += tree.feature.length;
    leaves += tree.value.length;
  });

  function score(features: Float64Array): number {
    let sum = 0;
    for (let t = 0; t < root.length; t += 1) {
      let at = root[t] as number;
      while (at >= 0) {
        const isRight = (features[feature[at] as number] as number) > (threshold[at] as number) ? 1 : 0;
        at = child[2 * at + isRight] as number;
      }
      sum += leaf[-1 - at] as number;
    }
    return sum;
  }

  return { score };
}

/**
 * Children have a larger index than their parent and all leaves exist, so every traversal
 * terminates.
 */
function checkTree(tree: StoredTree, index: number, featureCount: number): void {
  const nodes = tree.feature.length;
  const isChild = (at: number | undefined, parent: number): boolean =>
    Number.isInteger(at) &&
    ((at as number) < 0 ? -(at as number) <= tree.value.length : (at as number) > parent && (at as number) < nodes);
  const isValid =
    tree.value.length === nodes + 1 &&
    tree.count.length === nodes + 1 &&
    tree.value.every(Number.isFinite) &&
    tree.count.every((count) => count > 0) &&
    tree.feature.every(
      (feature, n) =>
        feature >= 0 &&
        feature < featureCount &&
        Number.isFinite(tree.threshold[n]) &&
        isChild(tree.left[n], n) &&
        isChild(tree.right[n], n),
    );
  if (!isValid) throw new Error(`tree ${index + 1} is damaged`);
}
