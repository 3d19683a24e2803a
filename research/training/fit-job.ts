import type { Duration } from '#domain/market/duration.ts';
import { featureInfos } from '#engine/features/market-features.ts';
import { featureIndices } from '#engine/forecast/model-file.ts';
import type { PairReversion } from '#engine/forecast/scorer/tree-scorer.ts';
import type { BinnedRows } from './binned-rows.ts';
import { type BoostOptions, boostTrees } from './boost-trees.ts';
import { fitLogistic, type LogisticInputs, scoreLogistic, type SessionWeights } from './fit-logistic.ts';
import { type Fold, rowsToJudge, rowsToLearn } from './folds.ts';
import { addTrees, type BinnedTree } from './grow-tree.ts';
import type { MemberKey, Scores } from './members.ts';
import type { TrainingRows } from './training-rows.ts';

/**
 * Shared input and output of all jobs. Large arrays are in shared memory; scores of one row are
 * written by one job only.
 */
export interface FitContext {
  readonly rows: TrainingRows;
  readonly binned: BinnedRows;
  readonly reversion: PairReversion;
  readonly pairInputs: LogisticInputs;
  /** Null: too few pairs to distinguish one from the others. */
  readonly marketInputs: LogisticInputs | null;
  readonly voters: readonly string[];
  readonly boost: BoostOptions;
  readonly seed: number;
  /**
   * By model and duration: the raw score of every judged row, by a model that was not trained on
   * it. NaN where there is none.
   */
  readonly scores: Readonly<Record<MemberKey, Scores>>;
}

/** One duration, trained on everything before `fold.from`. */
export interface FitJob {
  readonly duration: Duration;
  readonly fold: Fold;
}

export interface FittedJob extends FitJob {
  readonly trees: readonly BinnedTree[];
  readonly pairWeights: SessionWeights;
  readonly marketWeights: SessionWeights | null;
}

export function runFitJob(context: FitContext, { duration, fold }: FitJob, onTree: () => void): FittedJob {
  const { rows, pairInputs, marketInputs, scores } = context;
  const outcome = rows.outcomes[duration];
  const learn = rowsToLearn(rows, outcome, fold.from);
  const judge = rowsToJudge(rows, outcome, fold);
  const logistic = (inputs: LogisticInputs, key: MemberKey): SessionWeights => {
    const weights = fitLogistic(rows, outcome, learn, inputs);
    scoreLogistic(rows, judge, inputs, weights, scores[key][duration]);
    return weights;
  };
  scoreVotes(context, judge, scores['13_squad'][duration]);
  return {
    duration,
    fold,
    pairWeights: logistic(pairInputs, 'kurs_ai_v1'),
    marketWeights: marketInputs && logistic(marketInputs, '36trade_ai_plus'),
    trees: fitTrees(context, duration, learn, judge, onTree),
  };
}

function fitTrees(
  { rows, binned, boost, seed, scores }: FitContext,
  duration: Duration,
  learn: Int32Array,
  judge: Int32Array,
  onTree: () => void,
): readonly BinnedTree[] {
  const targets = uprightTargets(rows.outcomes[duration], binned.turns, learn);
  const trees = boostTrees(binned, learn, targets, boost, seed * 1_000 + duration, onTree);
  const into = scores.kurs_ai_v2[duration];
  for (const row of judge) into[row] = 0;
  addTrees(trees, binned.bins, binned.featureCount, judge, into);
  for (const row of judge) into[row] = (into[row] as number) * (binned.turns[row] as number);
  return trees;
}

/** ±2, the scale of log-odds, for mirrored markets. */
function uprightTargets(outcome: Int8Array, turns: Int8Array, learn: Int32Array): Float32Array {
  const targets = new Float32Array(turns.length);
  for (const row of learn) targets[row] = 2 * (outcome[row] as number) * (turns[row] as number);
  return targets;
}

/** Nothing to train: the score is the share of the votes. */
function scoreVotes({ rows, voters }: FitContext, judge: Int32Array, into: Float32Array): void {
  const places = featureIndices(voters);
  for (const row of judge) {
    let votes = 0;
    for (const place of places) votes += rows.features[row * featureInfos.length + place] as number;
    into[row] = votes / places.length;
  }
}
