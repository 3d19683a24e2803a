import { featurePlaces } from '../model-file.ts';

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

export function createTermReader(terms: readonly LogisticTerm[]): TermReader {
  const places = featurePlaces(terms.map(({ feature }) => feature));
  const factors = Int32Array.from(terms, ({ by }) => (by === undefined ? alone : (featurePlaces([by])[0] as number)));

  function value(vectors: Float64Array | Float32Array, base: number, term: number): number {
    const place = places[term] as number;
    const factor = factors[term] as number;
    const own = vectors[base + place] as number;
    if (factor === alone) return own;
    return own * (factor === place ? Math.abs(own) : (vectors[base + factor] as number));
  }

  return { count: terms.length, value };
}

/** A term is clipped at this many deviations, so that a single outlier cannot decide. */
const farthest = 4;

export const standardised = (value: number, deviation: number): number =>
  Math.max(-farthest, Math.min(farthest, value / deviation));
