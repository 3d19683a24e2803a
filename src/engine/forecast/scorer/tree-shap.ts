import type { StoredTree } from './tree-ensemble.ts';

/**
 * Exact Shapley values of one tree for one vector, added to `into` (one number per feature): with
 * the tree's mean they sum to its output. Path-dependent: at an unknown feature, both branches are
 * taken in the proportion of the training rows (S. Lundberg et al., "Consistent Individualized
 * Feature Attribution for Tree Ensembles", 2018, algorithm 2).
 */
export function addShapleyValues(tree: StoredTree, features: Float64Array, into: Float64Array): void {
  const counts = nodeCounts(tree);
  const countAt = (at: number): number => (at < 0 ? tree.count[-1 - at] : counts[at]) as number;

  function visit(at: number, before: readonly Step[], zero: number, one: number, feature: number): void {
    const path = extended(before, zero, one, feature);
    if (at < 0) return addLeaf(tree.value[-1 - at] as number, path, into);
    const split = tree.feature[at] as number;
    const goesRight = (features[split] as number) > (tree.threshold[at] as number);
    const [left, right] = [tree.left[at] as number, tree.right[at] as number];
    const [hot, cold] = goesRight ? [right, left] : [left, right];
    // An earlier split on the same feature is undone, so that the feature counts once with both of
    // its splits.
    const earlier = path.findIndex((step) => step.feature === split);
    const known = path[earlier] ?? { zero: 1, one: 1 };
    const rest = earlier < 0 ? path : unwound(path, earlier);
    visit(hot, rest, (known.zero * countAt(hot)) / countAt(at), known.one, split);
    visit(cold, rest, (known.zero * countAt(cold)) / countAt(at), 0, split);
  }

  visit(tree.feature.length > 0 ? 0 : -1, [], 1, 1, none);
}

/** The mean output over the training rows. */
export function computeMean({ value, count }: StoredTree): number {
  let [sum, rows] = [0, 0];
  value.forEach((leaf, k) => {
    sum += leaf * (count[k] as number);
    rows += count[k] as number;
  });
  return sum / rows;
}

/**
 * A feature on the path: the share of rows that take this branch when it is unknown (`zero`),
 * whether the vector takes it when it is known (`one`: 1 or 0), and the summed weight of the sets
 * of known features, by size.
 */
interface Step {
  readonly feature: number;
  readonly zero: number;
  readonly one: number;
  readonly weight: number;
}

/** Feature index of the root step. */
const none = -1;

/** EXTEND in the paper. */
function extended(path: readonly Step[], zero: number, one: number, feature: number): Step[] {
  const length = path.length;
  const weights = [...path.map((step) => step.weight), length === 0 ? 1 : 0];
  for (let i = length - 1; i >= 0; i -= 1) {
    weights[i + 1] = (weights[i + 1] as number) + (one * (weights[i] as number) * (i + 1)) / (length + 1);
    weights[i] = (zero * (weights[i] as number) * (length - i)) / (length + 1);
  }
  return [...path, { feature, zero, one, weight: 0 }].map((step, i) => ({ ...step, weight: weights[i] as number }));
}

/** UNWIND in the paper: the path as if the step at `index` had not been taken. */
function unwound(path: readonly Step[], index: number): Step[] {
  const last = path.length - 1;
  const { zero, one } = path[index] as Step;
  const weights = path.map((step) => step.weight);
  let next = weights[last] as number;
  for (let i = last - 1; i >= 0; i -= 1) {
    const weight = weights[i] as number;
    if (one === 0) {
      weights[i] = (weight * (last + 1)) / (zero * (last - i));
      continue;
    }
    weights[i] = (next * (last + 1)) / ((i + 1) * one);
    next = weight - ((weights[i] as number) * zero * (last - i)) / (last + 1);
  }
  return path.toSpliced(index, 1).map((step, i) => ({ ...step, weight: weights[i] as number }));
}

function addLeaf(value: number, path: readonly Step[], into: Float64Array): void {
  for (let i = 1; i < path.length; i += 1) {
    const { feature, zero, one } = path[i] as Step;
    const weight = unwound(path, i).reduce((sum, step) => sum + step.weight, 0);
    into[feature] = (into[feature] as number) + weight * (one - zero) * value;
  }
}

/** Training rows under each node. */
function nodeCounts(tree: StoredTree): number[] {
  const counts: number[] = [];
  // Children have a larger index than their parent.
  for (let at = tree.feature.length - 1; at >= 0; at -= 1) {
    const under = (child: number): number => (child < 0 ? tree.count[-1 - child] : counts[child]) as number;
    counts[at] = under(tree.left[at] as number) + under(tree.right[at] as number);
  }
  return counts;
}
