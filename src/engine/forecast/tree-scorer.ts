import { type Duration, durations } from '#domain/duration.ts';
import type { TradingSession } from '#domain/trading-session.ts';
import { featureInfos } from '../features/market-features.ts';
import { type DurationHead, featurePlaces, type ModelFile } from './model-file.ts';
import type { Part, Scorer } from './scorer.ts';
import { createTreeEnsemble, type StoredTree, type TreeEnsemble } from './tree-ensemble.ts';
import { addShapleyValues, meanOf } from './tree-shap.ts';

export interface TreePart extends DurationHead {
  readonly trees: readonly StoredTree[];
}

/** `leading`: the mirrored feature by whose sign a vector is turned upright before the trees read it. */
export interface TreeFile extends ModelFile<TreePart> {
  readonly kind: 'trees';
  readonly leading: string;
}

/**
 * Boosted trees that know only markets in which the leading feature is not negative: any other is turned upside down
 * first, and so is the answer. A rise and the same fall are one case, learnt from twice as many examples.
 */
export function createTreeScorer(file: TreeFile): Scorer {
  const leading = file.features.indexOf(file.leading);
  const upright = createUpright(file.features, leading);
  const ensembles = new Map<Duration, TreeEnsemble>(
    durations.map((duration) => [duration, createTreeEnsemble(file.durations[duration].trees, file.features.length)]),
  );

  function score(features: Float64Array, _session: TradingSession, duration: Duration): number {
    const turn = upright.turn(features);
    // A tree sends what is not a number to the right or left without a word.
    if (!areFinite(upright.vector)) return Number.NaN;
    return turn * (ensembles.get(duration) as TreeEnsemble).score(upright.vector);
  }

  function parts(features: Float64Array, _session: TradingSession, duration: Duration): Part[] {
    const { trees } = file.durations[duration];
    const turn = upright.turn(features);
    const contributions = new Float64Array(file.features.length);
    for (const tree of trees) addShapleyValues(tree, upright.vector, contributions);
    // What holds for every upright market is what its turning says: it belongs to the leading feature.
    const mean = trees.reduce((sum, tree) => sum + meanOf(tree), 0);
    contributions[leading] = (contributions[leading] as number) + mean;
    return file.features.flatMap((feature, i) => {
      const part = turn * (contributions[i] as number);
      return part === 0 ? [] : [{ feature, value: upright.read(features, i), part }];
    });
  }

  return { score, parts };
}

/** Gathers what the model reads into a vector of its own. `turn` answers 1, or −1 if that vector is now upside down. */
function createUpright(names: readonly string[], leading: number) {
  const places = featurePlaces(names);
  const isMirrored = Array.from(places, (place) => featureInfos[place]?.mirrored ?? false);
  if (!isMirrored[leading]) throw new Error(`the leading feature "${names[leading]}" is not a mirrored one`);
  const mirrored = Int32Array.from(names.keys()).filter((i) => isMirrored[i]);
  const vector = new Float64Array(names.length);

  function turn(features: Float64Array): 1 | -1 {
    for (let i = 0; i < vector.length; i += 1) vector[i] = features[places[i] as number] as number;
    if (!((vector[leading] as number) < 0)) return 1;
    for (const i of mirrored) vector[i] = -(vector[i] as number);
    return -1;
  }

  return { vector, turn, read: (features: Float64Array, i: number) => features[places[i] as number] as number };
}

/** A number less itself is 0; anything that is not finite leaves NaN. A loop without calls, for it runs before every forecast. */
function areFinite(values: Float64Array): boolean {
  let dust = 0;
  for (let i = 0; i < values.length; i += 1) dust += (values[i] as number) - (values[i] as number);
  return dust === 0;
}
