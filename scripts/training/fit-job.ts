import type { Duration } from '#domain/duration.ts';
import type { BinnedRows } from './binned-rows.ts';
import { type BoostOptions, boostTrees } from './boost-trees.ts';
import { fitLogistic, logisticScore, type SessionWeights } from './fit-logistic.ts';
import { type Fold, rowsToJudge, rowsToLearn } from './folds.ts';
import { addTrees, type BinnedTree } from './grow-tree.ts';
import type { TrainingRows } from './training-rows.ts';

/** What all jobs read and write. Everything large lies in shared memory; scores of one row are written by one job only. */
export interface Workshop {
  readonly rows: TrainingRows;
  readonly binned: BinnedRows;
  readonly deviations: readonly number[];
  readonly boost: BoostOptions;
  readonly seed: number;
  /** By duration: the raw score of every judged row, by a model that had not seen it. NaN where none was judged. */
  readonly treeScores: Readonly<Record<Duration, Float32Array>>;
  readonly logisticScores: Readonly<Record<Duration, Float32Array>>;
}

/** One duration, learnt from everything before `fold.from`. */
export interface FitJob {
  readonly duration: Duration;
  readonly fold: Fold;
}

export interface FittedJob extends FitJob {
  readonly trees: readonly BinnedTree[];
  readonly weights: SessionWeights;
  readonly learntRows: number;
}

export function runFitJob(workshop: Workshop, { duration, fold }: FitJob, onTree: () => void): FittedJob {
  const { rows, binned, deviations } = workshop;
  const outcome = rows.outcomes[duration];
  const learn = rowsToLearn(rows, outcome, fold.from);
  const judge = rowsToJudge(rows, outcome, fold);

  const weights = fitLogistic(rows, outcome, learn, deviations);
  const logistic = workshop.logisticScores[duration];
  for (const row of judge) logistic[row] = logisticScore(rows, row, deviations, weights);

  const trees = boostTrees(
    binned,
    learn,
    uprightTargets(workshop, outcome, learn),
    workshop.boost,
    seedOf(workshop, duration),
    onTree,
  );
  const scores = workshop.treeScores[duration];
  for (const row of judge) scores[row] = 0;
  addTrees(trees, binned.bins, binned.featureCount, judge, scores);
  for (const row of judge) scores[row] = (scores[row] as number) * (binned.turns[row] as number);
  return { duration, fold, trees, weights, learntRows: learn.length };
}

const seedOf = (workshop: Workshop, duration: Duration): number => workshop.seed * 1_000 + duration;

/** ±2, the log-odds' scale, for markets turned upright. */
function uprightTargets({ rows, binned }: Workshop, outcome: Int8Array, learn: Int32Array): Float32Array {
  const targets = new Float32Array(rows.size);
  for (const row of learn) targets[row] = 2 * (outcome[row] as number) * (binned.turns[row] as number);
  return targets;
}
