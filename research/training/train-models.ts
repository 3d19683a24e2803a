import { type Duration, durations } from '#domain/market/duration.ts';
import { type DurationHead, featureIndices, type ModelFile } from '#engine/forecast/model-file.ts';
import type { Progress } from '#scripts/command/progress.ts';
import { binRows } from './binned-rows.ts';
import type { BoostOptions } from './boost-trees.ts';
import { fitDurationHead } from './fit-duration-head.ts';
import type { FitContext, FitJob, FittedJob } from './fit-job.ts';
import { type LogisticInputs, logisticInputs, type SessionWeights } from './fit-logistic.ts';
import { fitStack, scoreStack } from './fit-stack.ts';
import { type FoldFigures, foldFigures } from './written/model-card.ts';
import { createFolds, type Fold, purgedMs, rowsToJudge } from './folds.ts';
import { UsageError } from '#scripts/command/run-command.ts';
import { byDuration, byMember, type MemberKey, memberKeys, newScores, roughly, type Scores } from './members.ts';
import { leadingName, marketTerms, pairTerms, treeNames, voterNames } from './model-inputs.ts';
import { logisticFile, stackFile, treeFile, voteFile } from './written/model-files.ts';
import type { TrainingRows } from './training-rows.ts';
import { Worker } from 'node:worker_threads';
import type { AiModelKey } from '#domain/signals/ai-model.ts';
import type { PairReversion } from '#engine/forecast/scorer/tree-scorer.ts';
import { featureInfos } from '#engine/features/market-features.ts';

export interface TrainedModel {
  readonly file: ModelFile;
  /** One paragraph on how the model works. */
  readonly method: string;
  /** Terms that it would have read, had they varied in the data. */
  readonly leftOut: readonly string[];
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
 * Fewer pairs than this, or pairs without minutes in common, cannot be distinguished from each other: then neither `36trade_ai_plus` nor
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
  const leftOut = [context.pairInputs, context.marketInputs].flatMap((inputs) => inputs?.leftOut ?? []);
  if (leftOut.length > 0) progress.report(`left out, because they never vary in these bars: ${leftOut.join(', ')};`, 0);
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
  const fitHeads = (scores: Scores): Heads => byDuration((d) => fitDurationHead(rows, d, judged(scores, d), scores[d]));
  const trained = (file: ModelFile, scores: Scores): TrainedModel => ({
    file,
    method: describeMethods(options.boost)[file.key as MemberKey | 'vip'],
    leftOut: getInputs(context, file.key)?.leftOut ?? [],
    folds: durations.flatMap((d) => foldFigures(rows, file.key, d, file.durations[d], scores[d], folds)),
  });

  const members = memberFiles(context, finals as Finals, (key) => fitHeads(context.scores[key]), options.to);
  const models = members.map((file) => trained(file, context.scores[file.key as keyof typeof context.scores]));
  if (!context.marketInputs) return models;
  const stack = stackScores(context, folds);
  const file = stackFile(members, fitHeads(stack), finalStack(context, judgedFrom, options.to), options.to);
  return [...models, trained(file, stack)];
}

type Heads = Record<Duration, DurationHead>;
type Finals = Record<Duration, FittedJob>;

/** The inputs of the two logistic models; null: another model. */
function getInputs({ pairInputs, marketInputs }: FitContext, key: AiModelKey): LogisticInputs | null {
  if (key === 'kurs_ai_v1') return pairInputs;
  return key === '36trade_ai_plus' ? marketInputs : null;
}

function createFitContext(rows: TrainingRows, judgedFrom: number, { seed, boost }: TrainOptions): FitContext {
  const reversion = pairReversion(rows, judgedFrom);
  const pairInputs = logisticInputs(rows, pairTerms, judgedFrom);
  if (pairInputs.terms.length === 0) throw new UsageError('The prices in these bars never change.');
  const marketInputs = rows.symbols.length < minPairs ? null : logisticInputs(rows, marketTerms, judgedFrom);
  return {
    rows,
    binned: binRows(rows, { names: treeNames, leading: leadingName, reversion }, judgedFrom),
    reversion,
    pairInputs,
    marketInputs: marketInputs && marketInputs.terms.length > 0 ? marketInputs : null,
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

/**
 * Runs the jobs on `workers` threads. A job's result depends only on the job, so the overall result
 * does not depend on their order.
 */
async function runFitJobs(
  context: FitContext,
  jobs: readonly FitJob[],
  workers: number,
  onProgress: (done: number, all: number) => void,
): Promise<FittedJob[]> {
  const waiting = [...jobs];
  const all = jobs.length * context.boost.trees;
  let done = 0;
  const results = new Map<FitJob, FittedJob>();
  const onTree = (): void => onProgress(++done, all);
  const run = async (): Promise<void> => {
    const worker = new Worker(new URL('./fit-worker.ts', import.meta.url), { workerData: context });
    try {
      for (let job = waiting.shift(); job; job = waiting.shift()) results.set(job, await runOn(worker, job, onTree));
    } finally {
      await worker.terminate();
    }
  };
  await Promise.all(Array.from({ length: workers }, run));
  return jobs.map((job) => results.get(job) as FittedJob);
}

function runOn(worker: Worker, job: FitJob, onTree: () => void): Promise<FittedJob> {
  return new Promise((resolve, reject) => {
    const onMessage = (message: 'tree' | FittedJob): void => {
      if (message === 'tree') return onTree();
      worker.off('message', onMessage);
      worker.off('error', reject);
      // The message is a structured clone; the caller needs the original job.
      resolve({ ...message, ...job });
    };
    worker.on('message', onMessage);
    worker.once('error', reject);
    worker.postMessage(job);
  });
}

const logistic =
  'Logistic regression without a constant on features that change their sign with the market, and on products of three of them with eight measures of how the market moves; weights of its own for each session, ridge penalty.';

/** One paragraph on how each model works, for its card. */
const describeMethods = (boost: BoostOptions): Readonly<Record<MemberKey | 'vip', string>> => ({
  kurs_ai_v1: `${logistic} It reads the pair alone.`,
  kurs_ai_v2: trees(boost),
  '13_squad': squad,
  '36trade_ai_plus': `${market} ${logistic}`,
  vip: stack,
});

const trees = (boost: BoostOptions): string =>
  `Boosted regression trees: ${boost.trees} a duration with up to ${boost.leaves} leaves, at least ${boost.minLeafRows} rows a leaf, learning rate ${boost.learningRate}, ${100 * boost.featureShare} % of the features and one minute in ${boost.everyNth} for each tree. A market with ${leadingName} below zero is read upside down, and so is the answer. It reads the pair alone, and how often the pair came back from its mean in the first three sevenths of the period.`;

const squad =
  'Thirteen classic indicators with the periods and bounds of their authors (src/engine/features/squad-features.ts names each source) vote up, down or not at all, each read as a reversal. The score is the share by which up outvotes down; only its calibration is fitted.';

const market =
  'Currency strengths are fitted by least squares to the moves of all other pairs over 1 to 60 minutes and to three oscillators. It reads what they imply for the pair, how far the pair has moved from that, its price against its triangles, and how it moves itself; it says nothing without four other pairs.';

const stack =
  'A stack: the scores of kurs_ai_v2, kurs_ai_v1, 13_squad and 36trade_ai_plus, weighed by duration and session without negative weights, fitted to forecasts of folds that the members had not seen. It has an edge only a full point above break-even, where the others need 0.2 points.';

/** Min distance from the mean, in standard deviations, for a price to count as stretched. */
const stretched = 1;

/**
 * By how many percentage points more often than not each pair reverted within five minutes, before
 * `until` (milliseconds UTC): a property that no single window shows and that differs between pairs
 * for years. `others`: their mean, for pairs without training data.
 */
export function pairReversion(rows: TrainingRows, until: number): PairReversion {
  const [place = 0] = featureIndices([leadingName]);
  const back = rows.symbols.map(() => 0);
  const count = rows.symbols.map(() => 0);
  const outcome = rows.outcomes[5];
  for (let row = 0; row < rows.size; row += 1) {
    const z = rows.features[row * featureInfos.length + place] as number;
    const came = outcome[row] as number;
    const isDecided = came === 1 || came === -1;
    if (!isDecided || Math.abs(z) <= stretched || (rows.time[row] as number) >= until - purgedMs) continue;
    const pair = rows.pair[row] as number;
    back[pair] = (back[pair] as number) - Math.sign(z) * came;
    count[pair] = (count[pair] as number) + 1;
  }
  const points = back.map((sum, pair) => roughly((100 * sum) / Math.max(count[pair] as number, 1)));
  return {
    pairs: Object.fromEntries(rows.symbols.map((symbol, pair) => [symbol, points[pair] as number])),
    others: roughly(points.reduce((sum, value) => sum + value, 0) / points.length),
  };
}
