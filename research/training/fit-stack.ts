import { logistic } from '#engine/forecast/calibration/fit-slope.ts';
import { type MarketSession, marketSessions } from '#domain/market/market-session.ts';
import type { SessionWeights } from './fit-logistic.ts';
import { type Fold, rowsToJudge } from './folds.ts';
import { bySession, roughly } from './members.ts';
import { solve } from './solve.ts';
import type { TrainingRows } from './training-rows.ts';

/** Ridge penalty on each weight in rows, in squares of a typical score. */
const ridge = 1;
const steps = 12;

/**
 * Maximum-likelihood weights that combine the members' scores, for each session; none is negative.
 * `members`: out-of-sample scores of each member. `rows`: training rows; ties and unknown scores
 * are skipped.
 */
export function fitStack(
  rows: TrainingRows,
  outcome: Int8Array,
  learn: Int32Array,
  members: readonly Float32Array[],
): SessionWeights {
  const known = learn.filter((row) => outcome[row] !== 0 && isKnown(members, row));
  const fit = (session: MarketSession): number[] => {
    const index = marketSessions.indexOf(session);
    return fitPositive(
      known.filter((row) => rows.session[row] === index),
      outcome,
      members,
    );
  };
  return bySession(fit);
}

/** Walks forward: each fold but the first is scored with weights fitted to the folds before it. */
export function scoreStack(
  rows: TrainingRows,
  outcome: Int8Array,
  folds: readonly Fold[],
  members: readonly Float32Array[],
  into: Float32Array,
): void {
  const [first] = folds;
  for (const fold of folds.slice(1)) {
    const before = rowsToJudge(rows, outcome, { from: first?.from ?? fold.from, to: fold.from });
    const weights = fitStack(rows, outcome, before, members);
    for (const row of rowsToJudge(rows, outcome, fold)) {
      const mine = weights[marketSessions[rows.session[row] as number] as MarketSession];
      into[row] = members.reduce((sum, scores, i) => sum + (mine[i] as number) * (scores[row] as number), 0);
    }
  }
}

const isKnown = (members: readonly Float32Array[], row: number): boolean =>
  members.every((scores) => !Number.isNaN(scores[row]));

/** A member with a negative weight is excluded, and the rest is fitted again. */
function fitPositive(rows: Int32Array, outcome: Int8Array, members: readonly Float32Array[]): number[] {
  let used = members.map((_, i) => i);
  for (;;) {
    const chosen = used.map((i) => members[i] as Float32Array);
    const weights = fitWeights(rows, outcome, chosen);
    const worst = weights.indexOf(Math.min(...weights));
    if ((weights[worst] ?? 0) >= 0) return members.map((_, i) => roughly(weights[used.indexOf(i)] ?? 0));
    used = used.toSpliced(worst, 1);
  }
}

/** Newton's method on the logistic likelihood. */
function fitWeights(rows: Int32Array, outcome: Int8Array, members: readonly Float32Array[]): Float64Array {
  const width = members.length;
  const weights = new Float64Array(width);
  const x = new Float64Array(width);
  for (let step = 0; step < steps; step += 1) {
    const gradient = weights.map((weight) => -ridge * weight);
    const curvature = new Float64Array(width * width);
    for (let i = 0; i < width; i += 1) curvature[i * width + i] = ridge;
    for (const row of rows) {
      let score = 0;
      for (let i = 0; i < width; i += 1) {
        x[i] = members[i]?.[row] as number;
        score += (weights[i] as number) * (x[i] as number);
      }
      const p = logistic(score);
      const residual = (outcome[row] === 1 ? 1 : 0) - p;
      for (let i = 0; i < width; i += 1) {
        gradient[i] = (gradient[i] as number) + residual * (x[i] as number);
        for (let j = 0; j <= i; j += 1)
          curvature[i * width + j] =
            (curvature[i * width + j] as number) + p * (1 - p) * (x[i] as number) * (x[j] as number);
      }
    }
    const move = solve(curvature, gradient);
    for (let i = 0; i < width; i += 1) weights[i] = (weights[i] as number) + (move[i] as number);
  }
  return weights;
}
