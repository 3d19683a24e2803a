import { logistic } from '#engine/forecast/calibration/fit-slope.ts';
import { type MarketSession, marketSessions } from '#domain/market/market-session.ts';
import { featureInfos } from '#engine/features/market-features.ts';
import {
  toTermReader,
  type LogisticTerm,
  standardised,
  type TermReader,
} from '#engine/forecast/scorer/logistic-scorer.ts';
import { bySession, roughly } from './members.ts';
import { solve } from './solve.ts';
import type { TrainingRows } from './training-rows.ts';

export type SessionWeights = Readonly<Record<MarketSession, readonly number[]>>;

/** Inputs of a logistic regression, and the typical size of each term. */
export interface LogisticInputs {
  readonly terms: readonly LogisticTerm[];
  readonly deviations: readonly number[];
  /** Names of the terms that the data cannot weigh, because they are always zero or unknown in it. */
  readonly leftOut: readonly string[];
}

/** Neighbouring minutes are highly correlated: every n-th row is enough. */
const everyNth = 4;
/** Ridge penalty on each weight, in rows. */
const ridgeRows = 500;
/** Products have a stronger penalty, because many of them carry little information. */
const productRidgeRows = 5_000;
const steps = 6;

/** The terms that vary in the rows before `until`. */
export function logisticInputs(rows: TrainingRows, terms: readonly LogisticTerm[], until: number): LogisticInputs {
  const known = terms.filter((term) => isEverKnown(rows, term, until));
  const sizes = termSizes(rows, known, until);
  const isVarying = (size: number | undefined): size is number => size !== undefined && size > 0;
  return {
    terms: known.filter((_, i) => isVarying(sizes[i])),
    deviations: sizes.filter(isVarying),
    leftOut: terms.filter((term) => !isVarying(sizes[known.indexOf(term)])).map(toName),
  };
}

const toName = ({ feature, by }: LogisticTerm): string => (by === undefined ? feature : `${feature} × ${by}`);

const sampleStep = 31;

function isEverKnown(rows: TrainingRows, term: LogisticTerm, until: number): boolean {
  const reader = toTermReader([term]);
  for (let row = 0; row < rows.size; row += sampleStep)
    if ((rows.time[row] as number) < until && isKnown(rows, row, reader)) return true;
  return false;
}

/** The root mean square of each term; rows with missing terms are skipped. */
function termSizes(rows: TrainingRows, terms: readonly LogisticTerm[], until: number): number[] {
  const reader = toTermReader(terms);
  const squares = new Float64Array(reader.count);
  let taken = 0;
  for (let row = 0; row < rows.size; row += sampleStep) {
    if ((rows.time[row] as number) >= until || !isKnown(rows, row, reader)) continue;
    taken += 1;
    for (let term = 0; term < reader.count; term += 1)
      squares[term] = (squares[term] as number) + getValue(rows, row, reader, term) ** 2;
  }
  return [...squares].map((sum) => roughly(Math.sqrt(sum / taken)));
}

const getValue = (rows: TrainingRows, row: number, reader: TermReader, term: number): number =>
  reader.value(rows.features, row * featureInfos.length, term);

function isKnown(rows: TrainingRows, row: number, reader: TermReader): boolean {
  for (let term = 0; term < reader.count; term += 1) if (Number.isNaN(getValue(rows, row, reader, term))) return false;
  return true;
}

/** Weights for each session, one for each term. `outcome` −1 or 1 for every row of `learn`. */
export function fitLogistic(
  rows: TrainingRows,
  outcome: Int8Array,
  learn: Int32Array,
  inputs: LogisticInputs,
): SessionWeights {
  const reader = toTermReader(inputs.terms);
  const ridges = inputs.terms.map(({ by }) => (by === undefined ? ridgeRows : productRidgeRows));
  const fit = (session: MarketSession): number[] => {
    const index = marketSessions.indexOf(session);
    const mine = learn
      .filter((row) => rows.session[row] === index)
      .filter((row, i) => i % everyNth === 0 && isKnown(rows, row, reader));
    return [...fitWeights(computeDesign(rows, mine, reader, inputs.deviations), ridges, outcome, mine)].map(roughly);
  };
  return bySession(fit);
}

/**
 * Writes the raw score of every row of `judge`, as the scorer computes it; NaN where a feature is
 * unknown.
 */
export function scoreLogistic(
  rows: TrainingRows,
  judge: Int32Array,
  { terms, deviations }: LogisticInputs,
  weights: SessionWeights,
  into: Float32Array,
): void {
  const reader = toTermReader(terms);
  for (const row of judge) {
    const mine = weights[marketSessions[rows.session[row] as number] as MarketSession];
    let score = 0;
    for (let term = 0; term < reader.count; term += 1)
      score += (mine[term] as number) * standardised(getValue(rows, row, reader, term), deviations[term] as number);
    into[row] = score;
  }
}

function computeDesign(
  rows: TrainingRows,
  mine: Int32Array,
  reader: TermReader,
  deviations: readonly number[],
): Float32Array {
  const width = reader.count;
  const design = new Float32Array(mine.length * width);
  mine.forEach((row, n) => {
    for (let term = 0; term < width; term += 1)
      design[n * width + term] = standardised(getValue(rows, row, reader, term), deviations[term] as number);
  });
  return design;
}

/**
 * Penalised likelihood by Newton's method with the curvature fixed at p = 1/2 (D. Böhning, 1992):
 * probabilities stay so near one half that a few steps converge, and the matrix is built once.
 */
function fitWeights(
  design: Float32Array,
  ridges: readonly number[],
  outcome: Int8Array,
  mine: Int32Array,
): Float64Array {
  const width = ridges.length;
  const curvature = computeCurvature(design, ridges);
  const weights = new Float64Array(width);
  for (let step = 0; step < steps; step += 1) {
    const gradient = new Float64Array(width);
    for (let n = 0; n < mine.length; n += 1) {
      const base = n * width;
      let score = 0;
      for (let i = 0; i < width; i += 1) score += (weights[i] as number) * (design[base + i] as number);
      const residual = (outcome[mine[n] as number] === 1 ? 1 : 0) - logistic(score);
      for (let i = 0; i < width; i += 1)
        gradient[i] = (gradient[i] as number) + residual * (design[base + i] as number);
    }
    for (let i = 0; i < width; i += 1)
      gradient[i] = (gradient[i] as number) - 0.25 * (ridges[i] as number) * (weights[i] as number);
    const move = solve(curvature, gradient);
    for (let i = 0; i < width; i += 1) weights[i] = (weights[i] as number) + (move[i] as number);
  }
  return weights;
}

function computeCurvature(design: Float32Array, ridges: readonly number[]): Float64Array {
  const width = ridges.length;
  const curvature = new Float64Array(width * width);
  for (let base = 0; base < design.length; base += width) {
    for (let i = 0; i < width; i += 1) {
      const value = 0.25 * (design[base + i] as number);
      for (let j = 0; j <= i; j += 1) {
        curvature[i * width + j] = (curvature[i * width + j] as number) + value * (design[base + j] as number);
      }
    }
  }
  for (let i = 0; i < width; i += 1)
    curvature[i * width + i] = (curvature[i * width + i] as number) + 0.25 * (ridges[i] as number);
  return curvature;
}
