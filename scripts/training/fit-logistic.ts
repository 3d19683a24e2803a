import { type TradingSession, tradingSessions } from '#domain/trading-session.ts';
import { featureInfos } from '#engine/features/market-features.ts';
import { standardised } from '#engine/forecast/logistic-scorer.ts';
import { featurePlaces } from '#engine/forecast/model-file.ts';
import { solve } from './solve.ts';
import type { TrainingRows } from './training-rows.ts';

export type SessionWeights = Readonly<Record<TradingSession, readonly number[]>>;

/** What a logistic regression reads, all of it mirrored, and the typical size of each. */
export interface LogisticInputs {
  readonly features: readonly string[];
  readonly deviations: readonly number[];
}

/** Neighbouring minutes say nearly the same: every n-th row is enough. */
const everyNth = 4;
/** Rows' worth of pull towards zero on each weight. */
const ridgeRows = 500;
const steps = 6;

/** The root mean square of each feature over the rows before `until`; rows that lack one are passed over. */
export function logisticInputs(rows: TrainingRows, features: readonly string[], until: number): LogisticInputs {
  const places = featurePlaces(features);
  const squares = new Float64Array(places.length);
  let taken = 0;
  for (let row = 0; row < rows.size; row += 31) {
    if ((rows.time[row] as number) >= until || !isKnown(rows, row, places)) continue;
    taken += 1;
    places.forEach((place, i) => {
      squares[i] = (squares[i] as number) + valueOf(rows, row, place) ** 2;
    });
  }
  return { features, deviations: [...squares].map((sum) => roughly(Math.sqrt(sum / taken))) };
}

const valueOf = (rows: TrainingRows, row: number, place: number): number =>
  rows.features[row * featureInfos.length + place] as number;

const isKnown = (rows: TrainingRows, row: number, places: Int32Array): boolean =>
  places.every((place) => !Number.isNaN(valueOf(rows, row, place)));

/** Six digits: the file stays short, and training and product read the very same number. */
const roughly = (value: number): number => Number(value.toPrecision(6));

/** Weights for each session, one for each feature. `outcome` −1 or 1 for every row of `learn`. */
export function fitLogistic(
  rows: TrainingRows,
  outcome: Int8Array,
  learn: Int32Array,
  inputs: LogisticInputs,
): SessionWeights {
  const places = featurePlaces(inputs.features);
  const fit = (session: TradingSession): number[] => {
    const index = tradingSessions.indexOf(session);
    const mine = learn
      .filter((row) => rows.session[row] === index)
      .filter((row, i) => i % everyNth === 0 && isKnown(rows, row, places));
    return [...fitWeights(designOf(rows, mine, inputs), places.length, outcome, mine)].map(roughly);
  };
  return { day: fit('day'), evening: fit('evening'), rollover: fit('rollover') };
}

/** Writes the raw score of every row of `judge`, as the scorer computes it; NaN where a feature is not known. */
export function scoreLogistic(
  rows: TrainingRows,
  judge: Int32Array,
  { features, deviations }: LogisticInputs,
  weights: SessionWeights,
  into: Float32Array,
): void {
  const places = featurePlaces(features);
  for (const row of judge) {
    const mine = weights[tradingSessions[rows.session[row] as number] as TradingSession];
    let score = 0;
    for (let i = 0; i < places.length; i += 1)
      score += (mine[i] as number) * standardised(valueOf(rows, row, places[i] as number), deviations[i] as number);
    into[row] = score;
  }
}

function designOf(rows: TrainingRows, mine: Int32Array, { features, deviations }: LogisticInputs): Float32Array {
  const places = featurePlaces(features);
  const design = new Float32Array(mine.length * places.length);
  mine.forEach((row, n) => {
    places.forEach((place, i) => {
      design[n * places.length + i] = standardised(valueOf(rows, row, place), deviations[i] as number);
    });
  });
  return design;
}

/**
 * Penalised likelihood by Newton's method with the curvature at p = 1/2 held fixed (D. Böhning, 1992): probabilities stay so near one half
 * that a few steps converge, and the matrix is built once.
 */
function fitWeights(design: Float32Array, width: number, outcome: Int8Array, mine: Int32Array): Float64Array {
  const curvature = curvatureOf(design, width);
  const weights = new Float64Array(width);
  for (let step = 0; step < steps; step += 1) {
    const gradient = new Float64Array(width);
    for (let n = 0; n < mine.length; n += 1) {
      const base = n * width;
      let score = 0;
      for (let i = 0; i < width; i += 1) score += (weights[i] as number) * (design[base + i] as number);
      const residual = (outcome[mine[n] as number] === 1 ? 1 : 0) - 1 / (1 + Math.exp(-score));
      for (let i = 0; i < width; i += 1)
        gradient[i] = (gradient[i] as number) + residual * (design[base + i] as number);
    }
    for (let i = 0; i < width; i += 1)
      gradient[i] = (gradient[i] as number) - 0.25 * ridgeRows * (weights[i] as number);
    const move = solve(curvature, gradient);
    for (let i = 0; i < width; i += 1) weights[i] = (weights[i] as number) + (move[i] as number);
  }
  return weights;
}

function curvatureOf(design: Float32Array, width: number): Float64Array {
  const curvature = new Float64Array(width * width);
  for (let base = 0; base < design.length; base += width) {
    for (let i = 0; i < width; i += 1) {
      const value = 0.25 * (design[base + i] as number);
      for (let j = 0; j <= i; j += 1) {
        curvature[i * width + j] = (curvature[i * width + j] as number) + value * (design[base + j] as number);
      }
    }
  }
  for (let i = 0; i < width; i += 1) curvature[i * width + i] = (curvature[i * width + i] as number) + 0.25 * ridgeRows;
  return curvature;
}
