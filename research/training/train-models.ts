import { type Duration, durations } from '#domain/market/duration.ts';
import type { DurationHead, ModelFile } from '#engine/forecast/model-file.ts';
import type { Progress } from '#scripts/command/progress.ts';
import { binRows } from './binned-rows.ts';
import type { BoostOptions } from './boost-trees.ts';
import { fitDurationHead, usualCoverage } from './fit-duration-head.ts';
import type { FittedJob, FitContext } from './fit-job.ts';
import { logisticInputs, type SessionWeights } from './fit-logistic.ts';
import { fitStack, scoreStack } from './fit-stack.ts';
import { type FoldFigures, foldFigures } from './fold-figures.ts';
import { createFolds, type Fold, rowsToJudge } from './folds.ts';
import { byDuration, byMember, memberKeys, newScores, type Scores } from './members.ts';
import { leadingName, marketTerms, pairTerms, treeNames, voterNames } from './model-inputs.ts';
import { logisticFile, stackFile, treeFile, voteFile } from './written/model-files.ts';
import { describeMethod } from './written/model-methods.ts';
import { pairReversion } from './pair-reversion.ts';
import { runFitJobs } from './run-fit-jobs.ts';
import type { TrainingRows } from './training-rows.ts';

export interface TrainedModel {
  readonly file: ModelFile;
  /** One paragraph on how the model works. */
  readonly method: string;
  /** Out-of-sample results in each fold. */
  readonly folds: readonly FoldFigures[];
}

export interface TrainOptions {
  /** Milliseconds UTC; the end is exclusive. */
  readonly from: number;
  readonly to: number;
  readonly seed: number;
  readonly workers: number;
  readonly boost: BoostOptions;
}

/** Chosen on bars before October 2018: more leaves and other targets were no better. */
export const usualBoost: BoostOptions = {
  trees: 80,
  leaves: 31,
  minLeafRows: 1850,
  shrinkRows: 700,
  learningRate: 0.08,
  everyNth: 3,
  featureShare: 0.5,
};

/**
 * The stack's signals are the strongest twentieth only, and its threshold is never below one of its
 * members'.
 */
const stackCoverage = 5;

/**
 * Fewer pairs than this cannot be distinguished from each other: then neither `36trade_ai_plus` nor
 * `vip` is trained.
 */
const minPairs = 5;

/**
 * Trains all local models on the same rows: fitted on all of them, calibrated and evaluated
 * walk-forward.
 */
export async function trainModels(
  rows: TrainingRows,
  options: TrainOptions,
  progress: Progress,
): Promise<TrainedModel[]> {
  progress.report('bins', 0);
  const folds = createFolds(options.from, options.to);
  const judgedFrom = folds[0]?.from ?? options.to;
  const context = createFitContext(rows, judgedFrom, options);
  const whole: Fold = { from: options.to, to: options.to };
  // The longest jobs first, so that no thread ends with one.
  const jobs = [whole, ...folds.toReversed()].flatMap((fold) => durations.map((duration) => ({ duration, fold })));
  const fitted = await runFitJobs(context, jobs, options.workers, (done, all) =>
    progress.report('fitting', done / all),
  );
  const finals = byDuration((duration) => fitted.find((job) => job.fold === whole && job.duration === duration));

  progress.report('calibrating', 0);
  const judged = (scores: Scores, duration: Duration): Int32Array =>
    rowsToJudge(rows, rows.outcomes[duration], { from: judgedFrom, to: options.to }).filter(
      (row) => !Number.isNaN(scores[duration][row]),
    );
  const fitHeads = (scores: Scores, coverage: typeof usualCoverage | typeof stackCoverage): Heads =>
    byDuration((d) => fitDurationHead(rows, d, judged(scores, d), scores[d], coverage));
  const trained = (file: ModelFile, scores: Scores): TrainedModel => ({
    file,
    method: describeMethod(file.key, options.boost),
    folds: durations.flatMap((d) => foldFigures(rows, file.key, d, file.durations[d], scores[d], folds)),
  });

  const members = memberFiles(
    context,
    finals as Finals,
    (key) => fitHeads(context.scores[key], usualCoverage),
    options.to,
  );
  const models = members.map((file) => trained(file, context.scores[file.key as keyof typeof context.scores]));
  if (!context.marketInputs) return models;
  const stack = stackScores(context, folds);
  const file = stackFile(
    members,
    strict(fitHeads(stack, stackCoverage), members),
    finalStack(context, judgedFrom, options.to),
    options.to,
  );
  return [...models, trained(file, stack)];
}

type Heads = Record<Duration, DurationHead>;
type Finals = Record<Duration, FittedJob>;

function createFitContext(rows: TrainingRows, judgedFrom: number, { seed, boost }: TrainOptions): FitContext {
  const reversion = pairReversion(rows, judgedFrom);
  return {
    rows,
    binned: binRows(rows, { names: treeNames, leading: leadingName, reversion }, judgedFrom),
    reversion,
    pairInputs: logisticInputs(rows, pairTerms, judgedFrom),
    marketInputs: rows.symbols.length < minPairs ? null : logisticInputs(rows, marketTerms, judgedFrom),
    voters: voterNames,
    boost,
    seed,
    scores: byMember(() => newScores(rows.size)),
  };
}

/** The files of the models that forecast on their own, in the order of the manifest. */
function memberFiles(
  context: FitContext,
  finals: Finals,
  fitHeads: (key: keyof FitContext['scores']) => Heads,
  until: number,
): ModelFile[] {
  const { binned, reversion, pairInputs, marketInputs } = context;
  const weights = (of: (job: FittedJob) => SessionWeights | null) => byDuration((d) => of(finals[d]) as SessionWeights);
  return [
    treeFile(
      fitHeads('kurs_ai_v2'),
      byDuration((d) => finals[d].trees),
      binned.edges,
      reversion,
      until,
    ),
    logisticFile(
      'kurs_ai_v1',
      pairInputs,
      fitHeads('kurs_ai_v1'),
      weights((job) => job.pairWeights),
      until,
    ),
    voteFile(context.voters, fitHeads('13_squad'), until),
    ...(marketInputs
      ? [
          logisticFile(
            '36trade_ai_plus',
            marketInputs,
            fitHeads('36trade_ai_plus'),
            weights((job) => job.marketWeights),
            until,
          ),
        ]
      : []),
  ];
}

const getScores = ({ scores }: FitContext, duration: Duration): Float32Array[] =>
  memberKeys.map((key) => scores[key][duration]);

function stackScores(context: FitContext, folds: readonly Fold[]): Scores {
  const { rows } = context;
  const scores = newScores(rows.size);
  for (const d of durations) scoreStack(rows, rows.outcomes[d], folds, getScores(context, d), scores[d]);
  return scores;
}

function finalStack(context: FitContext, from: number, to: number): Record<Duration, SessionWeights> {
  const { rows } = context;
  return byDuration((d) =>
    fitStack(rows, rows.outcomes[d], rowsToJudge(rows, rows.outcomes[d], { from, to }), getScores(context, d)),
  );
}

const strict = (heads: Heads, members: readonly ModelFile[]): Heads =>
  byDuration((d) => ({
    ...heads[d],
    signalFrom: Math.max(heads[d].signalFrom, ...members.map((file) => file.durations[d].signalFrom)),
  }));
