import { type Duration, durations } from '#domain/duration.ts';
import { featureInfos } from '../features/feature-stream.ts';
import { calibratedForecast, explanationOf } from './calibrated-forecast.ts';
import type { Explanation, Forecast, Forecaster } from './forecaster.ts';
import type { DurationHead, ModelFile } from './model-file.ts';
import { createTreeEnsemble, type StoredTree, type TreeEnsemble } from './tree-ensemble.ts';

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
export function createTreeForecaster(file: TreeFile): Forecaster {
  const leading = file.features.indexOf(file.leading);
  if (!featureInfos[leading]?.mirrored) throw new Error(`the leading feature "${file.leading}" is not a mirrored one`);
  const ensembles = new Map<Duration, TreeEnsemble>(
    durations.map((duration) => [duration, createTreeEnsemble(file.durations[duration].trees, file.features.length)]),
  );
  const upright = createUpright(leading);

  const ensembleOf = (duration: Duration): TreeEnsemble => ensembles.get(duration) as TreeEnsemble;

  function forecast(symbol: string, barTime: number, features: Float64Array, duration: Duration): Forecast | null {
    const turn = upright.turn(features);
    // A tree sends what is not a number to the right or left without a word.
    if (!areFinite(features)) return null;
    return calibratedForecast(file, symbol, barTime, duration, turn * ensembleOf(duration).score(upright.vector));
  }

  function explain(symbol: string, barTime: number, features: Float64Array, duration: Duration): Explanation {
    const stated = forecast(symbol, barTime, features, duration);
    if (!stated) return { baseRate: 50, sampleSize: 0, contributions: [] };
    const turn = upright.turn(features);
    const contributions = new Float64Array(features.length);
    ensembleOf(duration).addContributions(upright.vector, contributions);
    // What holds for every upright market is what its turning says: it belongs to the leading feature.
    contributions[leading] = (contributions[leading] as number) + ensembleOf(duration).base;
    for (let i = 0; i < contributions.length; i += 1) contributions[i] = turn * (contributions[i] as number);
    return explanationOf(file.durations[duration], stated, file.features, features, contributions);
  }

  return { key: file.key, version: file.version, forecast, explain };
}

/** Turns vectors into a buffer of its own. `turn` answers 1, or −1 if the vector is now upside down. */
function createUpright(leading: number) {
  const mirrored = Int32Array.from(featureInfos.flatMap((info, i) => (info.mirrored ? [i] : [])));
  const vector = new Float64Array(featureInfos.length);

  function turn(features: Float64Array): 1 | -1 {
    vector.set(features);
    if (!((features[leading] as number) < 0)) return 1;
    for (const i of mirrored) vector[i] = -(vector[i] as number);
    return -1;
  }

  return { vector, turn };
}

/** A number less itself is 0; anything that is not finite leaves NaN. A loop without calls, for it runs before every forecast. */
function areFinite(values: Float64Array): boolean {
  let dust = 0;
  for (let i = 0; i < values.length; i += 1) dust += (values[i] as number) - (values[i] as number);
  return dust === 0;
}
