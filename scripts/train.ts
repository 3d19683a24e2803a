import { availableParallelism } from 'node:os';
import { type Duration, durations } from '#domain/duration.ts';
import { featureNames } from '#engine/features/feature-stream.ts';
import { createForecaster } from '#engine/forecast/create-forecaster.ts';
import type { LogisticFile } from '#engine/forecast/logistic-forecaster.ts';
import type { ModelFile } from '#engine/forecast/model-file.ts';
import type { TreeFile } from '#engine/forecast/tree-forecaster.ts';
import { type BarTable, loadBars } from './bars/load-bars.ts';
import { UsageError } from './bars/usage-error.ts';
import { instantOption, parseOptions, wholeOption } from './command/parse-options.ts';
import { createProgress } from './command/progress.ts';
import { runCommand } from './command/run-command.ts';
import { type Figures, figuresOf } from './evaluation/figures.ts';
import { createJudge } from './evaluation/judge-forecasts.ts';
import { binRows } from './training/binned-rows.ts';
import type { BoostOptions } from './training/boost-trees.ts';
import { fitDurationHead } from './training/fit-duration-head.ts';
import type { FittedJob, Workshop } from './training/fit-job.ts';
import { featureDeviations } from './training/fit-logistic.ts';
import { type FoldFigures, foldFigures } from './training/fold-figures.ts';
import { createFolds, type Fold, rowsToJudge } from './training/folds.ts';
import { modelCard } from './training/model-card.ts';
import { runFitJobs } from './training/run-fit-jobs.ts';
import { storedTree } from './training/store-trees.ts';
import { createTrainingRows, tableWithin } from './training/training-rows.ts';
import { versioned, writeModels } from './training/write-models.ts';

/** By its sign the trees' markets are turned upright: the middle one of the distances from the mean. */
const leading = 'z_30';

/** Chosen on folds of 2018 for 5 minutes: more leaves, other leaf sizes and soft targets were no better. */
const boost: BoostOptions = {
  trees: 80,
  leaves: 31,
  minLeafRows: 800,
  shrinkRows: 300,
  learningRate: 0.08,
  everyNth: 5,
  featureShare: 0.5,
};

const methods = {
  kurs_ai_v1: `Logistic regression without a constant on the mirrored features (those that change their sign with the market), standardised and cut at four deviations, with weights of its own for each session. Ridge penalty.`,
  kurs_ai_v2: `Boosted regression trees: ${boost.trees} a duration with up to ${boost.leaves} leaves, at least ${boost.minLeafRows} rows a leaf, learning rate ${boost.learningRate}, ${100 * boost.featureShare} % of the features and every ${boost.everyNth}th minute for each tree. A market with ${leading} below zero is read upside down, and so is the answer.`,
};

/**
 * npm run train -- --data <folder or files> [--seed 1] [--out models] [--from 2017-01-01] [--to 2018-10-01]
 * Learns both models from the bars in [--from, --to). By default that is the period that the models in the project come
 * from; bars after it are kept out of fitting, choosing and calibrating, and only reported in the cards.
 */
await runCommand(async () => {
  const { texts, data } = parseOptions(process.argv.slice(2), ['seed', 'out', 'from', 'to']);
  const seed = wholeOption(texts, 'seed', 1, 0, 1_000_000);
  const from = instantOption(texts, 'from', Date.UTC(2017, 0, 1));
  const to = instantOption(texts, 'to', Date.UTC(2018, 9, 1));
  if (from >= to) throw new UsageError('--from must lie before --to.');
  const progress = createProgress(performance.now.bind(performance), (line) => process.stderr.write(line));

  const tables: BarTable[] = [];
  for (const [i, { path, symbol }] of data.entries()) {
    progress.report('reading bars', i / data.length);
    tables.push(await loadBars(path, symbol, Number.POSITIVE_INFINITY));
  }
  const learnt = tables.map((table) => tableWithin(table, from, to)).filter(({ size }) => size > 0);
  const rows = createTrainingRows(learnt, (share) => progress.report('features', share));
  if (rows.size < 50_000)
    throw new UsageError('Too few bars between --from and --to: about three months of one pair are the least.');
  const folds = createFolds(from, to);
  const firstJudged = folds[0]?.from ?? to;
  progress.report('bins', 0);
  const binned = binRows(rows, featureNames.indexOf(leading), firstJudged);
  const workshop: Workshop = {
    rows,
    binned,
    deviations: featureDeviations(rows, firstJudged),
    boost,
    seed,
    treeScores: scoreColumns(rows.size),
    logisticScores: scoreColumns(rows.size),
  };

  const whole: Fold = { from: to, to };
  const jobs = [whole, ...folds.toReversed()].flatMap((fold) => durations.map((duration) => ({ duration, fold })));
  const fitted = await runFitJobs(workshop, jobs, Math.min(availableParallelism(), 4), (done, all) =>
    progress.report('fitting', done / all),
  );
  const finalOf = (duration: Duration): FittedJob =>
    fitted.find((job) => job.fold.from === to && job.duration === duration) as FittedJob;

  const common = { format: 1 as const, features: featureNames };
  const parts = <T>(of: (duration: Duration) => T): Record<Duration, T> => ({
    2: of(2),
    3: of(3),
    5: of(5),
    7: of(7),
    10: of(10),
  });
  const judgedRows = parts((duration) => rowsToJudge(rows, rows.outcomes[duration], { from: firstJudged, to }));
  const v1: LogisticFile = versioned<LogisticFile>(
    {
      ...common,
      kind: 'logistic',
      key: 'kurs_ai_v1',
      deviations: workshop.deviations,
      durations: parts((duration) => ({
        ...fitDurationHead(rows, duration, judgedRows[duration], workshop.logisticScores[duration]),
        weights: finalOf(duration).weights,
      })),
    },
    to,
  );
  const v2: TreeFile = versioned<TreeFile>(
    {
      ...common,
      kind: 'trees',
      key: 'kurs_ai_v2',
      leading,
      durations: parts((duration) => ({
        ...fitDurationHead(rows, duration, judgedRows[duration], workshop.treeScores[duration]),
        trees: finalOf(duration).trees.map((tree) => storedTree(tree, binned.edges)),
      })),
    },
    to,
  );

  progress.report('judging the kept-out bars', 0);
  const keptOut = judgeKeptOut([v1, v2], tables, to);
  const cardOf = (file: ModelFile, method: string, scores: Record<Duration, Float32Array>): string =>
    modelCard({
      file,
      method,
      symbols: rows.symbols,
      rows: rows.size,
      learntFrom: from,
      learntTo: to,
      seed,
      folds: durations.flatMap((duration): FoldFigures[] =>
        foldFigures(rows, file.key, duration, file.durations[duration], scores[duration], folds),
      ),
      keptOut: keptOut && { ...keptOut, figures: keptOut.figures.filter(({ model }) => model === file.key) },
    });
  await writeModels(texts.out ?? 'models', [
    { file: v2, card: cardOf(v2, methods.kurs_ai_v2, workshop.treeScores) },
    { file: v1, card: cardOf(v1, methods.kurs_ai_v1, workshop.logisticScores) },
  ]);
  progress.report('done', 1);
});

function scoreColumns(size: number): Record<Duration, Float32Array> {
  const column = (): Float32Array => new Float32Array(new SharedArrayBuffer(4 * size)).fill(Number.NaN);
  return { 2: column(), 3: column(), 5: column(), 7: column(), 10: column() };
}

function judgeKeptOut(files: readonly ModelFile[], tables: readonly BarTable[], from: number) {
  const to = Math.max(...tables.map((table) => (table.time.at(-1) ?? 0) + 60_000));
  if (to <= from) return null;
  const judge = createJudge(files.map((file) => createForecaster(JSON.stringify(file))));
  for (const table of tables) judge.addTable(table, from, to);
  const figures = judge.judgements.flatMap((judgement): Figures[] => {
    const file = files.find(({ key }) => key === judgement.model);
    return file && judgement.verdicts.size > 0
      ? [figuresOf(judgement, file.durations[judgement.duration], judge.symbols)]
      : [];
  });
  return { from, to, figures };
}
