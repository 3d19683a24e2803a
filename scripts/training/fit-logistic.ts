import { type TradingSession, tradingSessions } from '#domain/trading-session.ts';
import { featureInfos } from '#engine/features/feature-stream.ts';
import { standardised } from '#engine/forecast/logistic-forecaster.ts';
import { solve } from './solve.ts';
import type { TrainingRows } from './training-rows.ts';

export type SessionWeights = Readonly<Record<TradingSession, readonly number[]>>;

const used = featureInfos.flatMap((info, i) => (info.mirrored ? [i] : []));
/** Neighbouring minutes say nearly the same: every n-th row is enough. */
const everyNth = 4;
/** Rows' worth of pull towards zero on each weight. */
const ridgeRows = 500;
const steps = 6;

/** Root mean squares of the features over the rows before `until`; 1 for those that the regression does not use. */
export function featureDeviations(rows: TrainingRows, until: number): number[] {
  const count = featureInfos.length;
  const squares = new Float64Array(count);
  let taken = 0;
  for (let row = 0; row < rows.size; row += 31) {
    if ((rows.time[row] as number) >= until) continue;
    taken += 1;
    for (let i = 0; i < count; i += 1)
      squares[i] = (squares[i] as number) + (rows.features[row * count + i] as number) ** 2;
  }
  return featureInfos.map((info, i) => (info.mirrored ? roughly(Math.sqrt((squares[i] as number) / taken)) : 1));
}

/** Six digits: the file stays short, and training and product read the very same number. */
const roughly = (value: number): number => Number(value.toPrecision(6));

/** Weights for each session, over all features (0 for those not mirrored). `outcome` −1 or 1 for every row of `learn`. */
export function fitLogistic(
  rows: TrainingRows,
  outcome: Int8Array,
  learn: Int32Array,
  deviations: readonly number[],
): SessionWeights {
  const fit = (session: TradingSession): number[] => {
    const index = tradingSessions.indexOf(session);
    const mine = learn.filter((row) => rows.session[row] === index).filter((_, i) => i % everyNth === 0);
    return spread(fitWeights(designOf(rows, mine, deviations), outcome, mine));
  };
  return { day: fit('day'), evening: fit('evening'), rollover: fit('rollover') };
}

/** The raw score of a row, as the forecaster computes it. */
export function logisticScore(
  rows: TrainingRows,
  row: number,
  deviations: readonly number[],
  weights: SessionWeights,
): number {
  const mine = weights[tradingSessions[rows.session[row] as number] as TradingSession];
  const base = row * featureInfos.length;
  let score = 0;
  for (const i of used)
    score += (mine[i] as number) * standardised(rows.features[base + i] as number, deviations[i] as number);
  return score;
}

function designOf(rows: TrainingRows, mine: Int32Array, deviations: readonly number[]): Float32Array {
  const design = new Float32Array(mine.length * used.length);
  mine.forEach((row, n) => {
    used.forEach((feature, i) => {
      const value = rows.features[row * featureInfos.length + feature] as number;
      design[n * used.length + i] = standardised(value, deviations[feature] as number);
    });
  });
  return design;
}

/**
 * Penalised likelihood by Newton's method with the curvature at p = 1/2 held fixed (D. Böhning, 1992): probabilities stay so near one half
 * that a few steps converge, and the matrix is built once.
 */
function fitWeights(design: Float32Array, outcome: Int8Array, mine: Int32Array): Float64Array {
  const width = used.length;
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

function spread(weights: Float64Array): number[] {
  const all = featureInfos.map(() => 0);
  used.forEach((feature, i) => {
    all[feature] = roughly(weights[i] as number);
  });
  return all;
}
