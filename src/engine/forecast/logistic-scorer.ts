import { type Duration, durations } from '#domain/duration.ts';
import { type TradingSession, tradingSessions } from '#domain/trading-session.ts';
import { featureInfos } from '../features/market-features.ts';
import { type DurationHead, featurePlaces, type ModelFile } from './model-file.ts';
import type { Part, Scorer } from './scorer.ts';

export interface LogisticPart extends DurationHead {
  /** Weights of the standardised features, in log-odds; 0 for every feature that is not mirrored. */
  readonly weights: Readonly<Record<TradingSession, readonly number[]>>;
}

/** `deviations`: a feature's typical size (root mean square), by which it is divided. */
export interface LogisticFile extends ModelFile<LogisticPart> {
  readonly kind: 'logistic';
  readonly deviations: readonly number[];
}

/** Beyond this many deviations a feature says no more: an outlier must not decide alone. */
const farthest = 4;

export const standardised = (value: number, deviation: number): number =>
  Math.max(-farthest, Math.min(farthest, value / deviation));

/**
 * Logistic regression without a constant on the mirrored features, with weights of its own for each session: a market
 * upside down gives exactly the opposite answer.
 */
export function createLogisticScorer(file: LogisticFile): Scorer {
  checkWeights(file);
  const places = featurePlaces(file.features);
  const used = Int32Array.from(file.features.keys()).filter((i) => featureInfos[places[i] as number]?.mirrored);
  const deviations = Float64Array.from(file.deviations);

  const termOf = (weights: readonly number[], features: Float64Array, i: number): number =>
    (weights[i] as number) * standardised(features[places[i] as number] as number, deviations[i] as number);

  function score(features: Float64Array, session: TradingSession, duration: Duration): number {
    const weights = file.durations[duration].weights[session];
    let sum = 0;
    for (const i of used) sum += termOf(weights, features, i);
    return sum;
  }

  function parts(features: Float64Array, session: TradingSession, duration: Duration): Part[] {
    const weights = file.durations[duration].weights[session];
    return [...used].flatMap((i) => {
      const part = termOf(weights, features, i);
      if (part === 0) return [];
      return [{ feature: file.features[i] as string, value: features[places[i] as number] as number, part }];
    });
  }

  return { score, parts };
}

function checkWeights(file: LogisticFile): void {
  const count = file.features.length;
  const isRow = (row: readonly number[] | undefined): boolean => row?.length === count && row.every(Number.isFinite);
  if (!isRow(file.deviations) || file.deviations.some((deviation) => deviation <= 0))
    throw new Error('the deviations are damaged');
  for (const duration of durations) {
    const { weights } = file.durations[duration];
    if (!tradingSessions.every((session) => isRow(weights?.[session])))
      throw new Error(`the weights of ${duration} minutes are damaged`);
  }
}
