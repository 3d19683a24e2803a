import { type Duration, durations } from '#domain/market/duration.ts';
import { type MarketSession, marketSessions } from '#domain/market/market-session.ts';
import { featureInfos, featureNames } from '../../features/market-features.ts';
import { type DurationHead, type ModelFile, featureIndices } from '../model-file.ts';
import type { Observation, Contribution, Scorer } from './scorer.ts';

interface LogisticPart extends DurationHead {
  /** Weights of the standardised terms, in log-odds. */
  readonly weights: Readonly<Record<MarketSession, readonly number[]>>;
}

/**
 * `terms`: each changes its sign when the market is inverted. `deviations`: a term's typical size
 * (root mean square), by which it is divided.
 */
export interface LogisticFile extends ModelFile<LogisticPart> {
  readonly kind: 'logistic';
  readonly terms: readonly LogisticTerm[];
  readonly deviations: readonly number[];
}

/**
 * Logistic regression without a constant on terms that change their sign with the market, with
 * separate weights per session: an inverted market gives exactly the opposite forecast.
 */
export function toLogisticScorer(file: LogisticFile): Scorer {
  checkTerms(file);
  checkWeights(file);
  const reader = toTermReader(file.terms);
  const deviations = Float64Array.from(file.deviations);
  const readers = file.features.map((feature) => ({
    feature,
    index: featureNames.indexOf(feature),
    terms: [...file.terms.keys()].filter((term) => file.terms[term]?.feature === feature),
  }));

  const getPart = (weights: readonly number[], features: Float64Array, term: number): number =>
    (weights[term] as number) * standardised(reader.value(features, 0, term), deviations[term] as number);

  function score({ features, session }: Observation, duration: Duration): number {
    const weights = file.durations[duration].weights[session];
    let sum = 0;
    for (let term = 0; term < reader.count; term += 1) sum += getPart(weights, features, term);
    return sum;
  }

  /** The effect of a product is attributed to the feature that gives it its sign. */
  function parts({ features, session }: Observation, duration: Duration): Contribution[] {
    const weights = file.durations[duration].weights[session];
    return readers.flatMap(({ feature, index, terms }) => {
      const part = terms.reduce((sum, term) => sum + getPart(weights, features, term), 0);
      return part === 0 ? [] : [{ feature, value: features[index] as number, part }];
    });
  }

  return { score, parts };
}

function checkTerms({ terms, features }: LogisticFile): void {
  const isMirrored = (name: string): boolean => featureInfos[featureNames.indexOf(name)]?.mirrored ?? false;
  const isValid = ({ feature, by }: LogisticTerm): boolean =>
    features.includes(feature) &&
    isMirrored(feature) &&
    (by === undefined || by === feature || (features.includes(by) && !isMirrored(by)));
  if (!Array.isArray(terms) || !terms.every(isValid)) throw new Error('the terms are damaged');
}

function checkWeights(file: LogisticFile): void {
  const count = file.terms.length;
  const isRow = (row: readonly number[] | undefined): boolean => row?.length === count && row.every(Number.isFinite);
  if (!isRow(file.deviations) || file.deviations.some((deviation) => deviation <= 0))
    throw new Error('the deviations are damaged');
  for (const duration of durations) {
    const { weights } = file.durations[duration];
    if (!marketSessions.every((session) => isRow(weights?.[session])))
      throw new Error(`the weights of ${duration} minutes are damaged`);
  }
}

/**
 * A term of a logistic regression: a feature, or its product with another (with its own magnitude,
 * if the same).
 */
export interface LogisticTerm {
  readonly feature: string;
  readonly by?: string;
}

/** Reads terms from feature vectors stored consecutively from `base` on. */
export interface TermReader {
  readonly count: number;
  value(vectors: Float64Array | Float32Array, base: number, term: number): number;
}

const alone = -1;

export function toTermReader(terms: readonly LogisticTerm[]): TermReader {
  const indices = featureIndices(terms.map(({ feature }) => feature));
  const factors = Int32Array.from(terms, ({ by }) => (by === undefined ? alone : (featureIndices([by])[0] as number)));

  function value(vectors: Float64Array | Float32Array, base: number, term: number): number {
    const index = indices[term] as number;
    const factor = factors[term] as number;
    const own = vectors[base + index] as number;
    if (factor === alone) return own;
    return own * (factor === index ? Math.abs(own) : (vectors[base + factor] as number));
  }

  return { count: terms.length, value };
}

/** A term is clipped at this many deviations, so that a single outlier cannot decide. */
const farthest = 4;

export const standardised = (value: number, deviation: number): number =>
  Math.max(-farthest, Math.min(farthest, value / deviation));
