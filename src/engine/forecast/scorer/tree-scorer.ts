import { type Duration, durations } from '#domain/market/duration.ts';
import { featureInfos } from '../../features/market-features.ts';
import { type DurationHead, featureIndices, type ModelFile } from '../model-file.ts';
import type { Observation, Contribution, Scorer } from './scorer.ts';
import { toTreeEnsemble, type StoredTree, type TreeEnsemble } from './tree-ensemble.ts';
import { addShapleyValues, computeMean } from './tree-shap.ts';

interface TreePart extends DurationHead {
  readonly trees: readonly StoredTree[];
}

/**
 * `leading`: the mirrored feature whose sign decides whether a vector is inverted before the trees
 * read it. `reversion`: an extra input after the features, one number per pair of the training data
 * and one for all others.
 */
export interface TreeFile extends ModelFile<TreePart> {
  readonly kind: 'trees';
  readonly leading: string;
  readonly reversion: PairReversion;
}

/** How many points more often than not a pair's price reverted to its mean in the training data. */
export interface PairReversion {
  readonly pairs: Readonly<Record<string, number>>;
  readonly others: number;
}

/**
 * Boosted trees trained only on markets in which the leading feature is not negative: any other
 * market is inverted first, and so is the forecast. A rise and the same fall become one case with
 * twice as many examples.
 */
export function toTreeScorer(file: TreeFile): Scorer {
  const leading = file.features.indexOf(file.leading);
  const upright = createUpright(file.features, leading);
  const width = file.features.length + 1;
  const { pairs, others } = reversionIn(file);
  const getReversion = (symbol: string): number => pairs[symbol] ?? others;
  const ensembles = new Map<Duration, TreeEnsemble>(
    durations.map((duration) => [duration, toTreeEnsemble(file.durations[duration].trees, width)]),
  );

  function score({ symbol, features }: Observation, duration: Duration): number {
    const turn = upright.turn(features, getReversion(symbol));
    // A tree silently sends NaN to the left or right.
    if (!areFinite(upright.vector)) return Number.NaN;
    return turn * (ensembles.get(duration) as TreeEnsemble).score(upright.vector);
  }

  function parts({ symbol, features }: Observation, duration: Duration): Contribution[] {
    const { trees } = file.durations[duration];
    const turn = upright.turn(features, getReversion(symbol));
    const contributions = new Float64Array(width);
    for (const tree of trees) addShapleyValues(tree, upright.vector, contributions);
    // The mean over all upright markets only reflects the inversion, so it is attributed to the
    // leading feature.
    const mean = trees.reduce((sum, tree) => sum + computeMean(tree), 0);
    contributions[leading] = (contributions[leading] as number) + mean;
    return [...file.features, 'pair_reversion'].flatMap((feature, i) => {
      const part = turn * (contributions[i] as number);
      const value = (upright.isMirrored[i] ? turn : 1) * (upright.vector[i] as number);
      return part === 0 ? [] : [{ feature, value, part }];
    });
  }

  return { score, parts };
}

function reversionIn({ reversion }: Partial<TreeFile>): PairReversion {
  const isValid = Number.isFinite(reversion?.others) && Object.values(reversion?.pairs ?? {}).every(Number.isFinite);
  if (!reversion || !isValid) throw new Error('pair statistics are damaged');
  return reversion;
}

/**
 * Copies the model's inputs into a vector of its own. `turn` returns 1, or −1 if that vector is now
 * inverted.
 */
function createUpright(names: readonly string[], leading: number) {
  const indices = featureIndices(names);
  const isMirrored = Array.from(indices, (index) => featureInfos[index]?.mirrored ?? false);
  if (!isMirrored[leading]) throw new Error(`the leading feature "${names[leading]}" is not a mirrored one`);
  const mirrored = Int32Array.from(names.keys()).filter((i) => isMirrored[i]);
  const vector = new Float64Array(names.length + 1);

  function turn(features: Float64Array, reversion: number): 1 | -1 {
    for (let i = 0; i < indices.length; i += 1) vector[i] = features[indices[i] as number] as number;
    vector[names.length] = reversion;
    if (!((vector[leading] as number) < 0)) return 1;
    for (const i of mirrored) vector[i] = -(vector[i] as number);
    return -1;
  }

  return { vector, turn, isMirrored };
}

/**
 * x − x is 0 for a finite number and NaN otherwise. A loop without calls, because it runs before
 * every forecast.
 */
function areFinite(values: Float64Array): boolean {
  let dust = 0;
  for (let i = 0; i < values.length; i += 1) dust += (values[i] as number) - (values[i] as number);
  return dust === 0;
}
