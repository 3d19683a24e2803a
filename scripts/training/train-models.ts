import { type Duration, durations } from '#domain/duration.ts';
import { featureNames } from '#engine/features/feature-stream.ts';
import type { LogisticFile } from '#engine/forecast/logistic-forecaster.ts';
import type { DurationHead, ModelFile } from '#engine/forecast/model-file.ts';
import type { TreeFile } from '#engine/forecast/tree-forecaster.ts';
import type { Progress } from '../command/progress.ts';
import { binRows } from './binned-rows.ts';
import type { BoostOptions } from './boost-trees.ts';
import { fitDurationHead } from './fit-duration-head.ts';
import type { FittedJob, Workshop } from './fit-job.ts';
import { featureDeviations } from './fit-logistic.ts';
import { type FoldFigures, foldFigures } from './fold-figures.ts';
import { createFolds, type Fold, rowsToJudge } from './folds.ts';
import { runFitJobs } from './run-fit-jobs.ts';
import { storedTree } from './store-trees.ts';
import type { TrainingRows } from './training-rows.ts';
import { versioned } from './write-models.ts';

export interface TrainedModel {
  readonly file: ModelFile;
  /** How the model works, a paragraph. */
  readonly method: string;
  /** How it did in each fold, made by models that had not seen it. */
  readonly folds: readonly FoldFigures[];
}

export interface TrainOptions {
  /** Milliseconds UTC; the end is not included. */
  readonly from: number;
  readonly to: number;
  readonly seed: number;
  readonly workers: number;
  readonly boost: BoostOptions;
}

/** By its sign the trees' markets are turned upright: the middle one of the distances from the mean. */
const leading = 'z_30';

/** Chosen on April to June 2018 for 5 minutes: more leaves, other leaf sizes and soft targets were no better. */
export const usualBoost: BoostOptions = {
  trees: 80,
  leaves: 31,
  minLeafRows: 800,
  shrinkRows: 300,
  learningRate: 0.08,
  everyNth: 5,
  featureShare: 0.5,
};

const logisticMethod =
  'Logistic regression without a constant on the mirrored features (those that change their sign with the market), standardised and cut at four deviations, with weights of its own for each session. Ridge penalty.';
const treesMethod = (boost: BoostOptions): string =>
  `Boosted regression trees: ${boost.trees} a duration with up to ${boost.leaves} leaves, at least ${boost.minLeafRows} rows a leaf, learning rate ${boost.learningRate}, ${100 * boost.featureShare} % of the features and every ${boost.everyNth}th minute for each tree. A market with ${leading} below zero is read upside down, and so is the answer.`;

/** Both models from the same rows: fitted on all of them, calibrated and judged walk-forward. */
export async function trainModels(
  rows: TrainingRows,
  options: TrainOptions,
  progress: Progress,
): Promise<TrainedModel[]> {
  progress.report('bins', 0);
  const folds = createFolds(options.from, options.to);
  const judgedFrom = folds[0]?.from ?? options.to;
  const workshop = openWorkshop(rows, judgedFrom, options);
  const whole: Fold = { from: options.to, to: options.to };
  // The longest jobs first, so that no thread ends with one.
  const jobs = [whole, ...folds.toReversed()].flatMap((fold) => durations.map((duration) => ({ duration, fold })));
  const fitted = await runFitJobs(workshop, jobs, options.workers, (done, all) =>
    progress.report('fitting', done / all),
  );
  const finalOf = (duration: Duration): FittedJob =>
    fitted.find((job) => job.fold === whole && job.duration === duration) as FittedJob;

  progress.report('calibrating', 0);
  const judgedRows = byDuration((duration) =>
    rowsToJudge(rows, rows.outcomes[duration], { from: judgedFrom, to: options.to }),
  );
  const headsOf = (scores: Scores): Record<Duration, DurationHead> =>
    byDuration((duration) => fitDurationHead(rows, duration, judgedRows[duration], scores[duration]));
  const trained = (file: ModelFile, method: string, scores: Scores): TrainedModel => ({
    file,
    method,
    folds: durations.flatMap((duration) =>
      foldFigures(rows, file.key, duration, file.durations[duration], scores[duration], folds),
    ),
  });
  const trees = treeFile(workshop, headsOf(workshop.treeScores), finalOf, options.to);
  const logistic = logisticFile(workshop, headsOf(workshop.logisticScores), finalOf, options.to);
  return [
    trained(trees, treesMethod(options.boost), workshop.treeScores),
    trained(logistic, logisticMethod, workshop.logisticScores),
  ];
}

type Scores = Workshop['treeScores'];

function openWorkshop(rows: TrainingRows, judgedFrom: number, { seed, boost }: TrainOptions): Workshop {
  return {
    rows,
    binned: binRows(rows, featureNames.indexOf(leading), judgedFrom),
    deviations: featureDeviations(rows, judgedFrom),
    boost,
    seed,
    treeScores: byDuration(() => scoreColumn(rows.size)),
    logisticScores: byDuration(() => scoreColumn(rows.size)),
  };
}

const scoreColumn = (size: number): Float32Array => new Float32Array(new SharedArrayBuffer(4 * size)).fill(Number.NaN);

const byDuration = <T>(of: (duration: Duration) => T): Record<Duration, T> => ({
  2: of(2),
  3: of(3),
  5: of(5),
  7: of(7),
  10: of(10),
});

const common = { format: 1 as const, features: featureNames };

type Heads = Record<Duration, DurationHead>;
type FinalOf = (duration: Duration) => FittedJob;

const logisticFile = ({ deviations }: Workshop, heads: Heads, finalOf: FinalOf, learntUntil: number): LogisticFile =>
  versioned<LogisticFile>(
    {
      ...common,
      kind: 'logistic',
      key: 'kurs_ai_v1',
      deviations,
      durations: byDuration((duration) => ({ ...heads[duration], weights: finalOf(duration).weights })),
    },
    learntUntil,
  );

const treeFile = ({ binned }: Workshop, heads: Heads, finalOf: FinalOf, learntUntil: number): TreeFile =>
  versioned<TreeFile>(
    {
      ...common,
      kind: 'trees',
      key: 'kurs_ai_v2',
      leading,
      durations: byDuration((duration) => ({
        ...heads[duration],
        trees: finalOf(duration).trees.map((tree) => storedTree(tree, binned.edges)),
      })),
    },
    learntUntil,
  );
