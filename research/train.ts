import { availableParallelism } from 'node:os';
import { usualPayout } from '#domain/signals/stake-rule.ts';
import { minuteMs } from '#domain/time.ts';
import { parseForecaster } from '#engine/forecast/parse-forecaster.ts';
import type { LocalForecaster } from '#engine/forecast/forecaster.ts';
import type { ModelFile } from '#engine/forecast/model-file.ts';
import { type BarTable, tableWithin } from '#engine/bar/bar-table.ts';
import { loadBars } from './bars/load-bars.ts';
import { runCommand, UsageError } from '#scripts/command/run-command.ts';
import { parseOptions, wholeOption } from '#scripts/command/parse-options.ts';
import { folderToWrite } from '#scripts/command/paths.ts';
import { createProgress } from '#scripts/command/progress.ts';
import { computeFigures, type Figures } from './evaluation/figures.ts';
import { judgeForecasts } from './evaluation/judge-forecasts.ts';
import { recalibrationFigures } from './evaluation/recalibration-figures.ts';
import { modelCard, recalibratedDays } from './training/written/model-card.ts';
import { trainModels, usualBoost } from './training/train-models.ts';
import { createFolds, type Fold } from './training/folds.ts';
import { createTrainingRows, type TrainingRows } from './training/training-rows.ts';
import { writeModels } from './training/written/model-files.ts';

const minRows = 50_000;

/**
 * npm run train -- --data <folder or files> [--timezone EST] [--seed 1] [--out data/models] [--from 2017-01-01]
 *   [--to 2018-10-01]
 * Learns all local models from the bars in [--from, --to), by default from all of them. Bars after --to are kept out of
 * fitting, choosing and calibrating, and only reported in the cards. --timezone: of times in the files that state none.
 * The product runs the models in models/: evaluate the new ones (--models data/models) before you copy them there.
 */
await runCommand(async () => {
  const { texts, data, timezone, ...range } = parseOptions(process.argv.slice(2), ['seed', 'out']);
  const seed = wholeOption(texts, 'seed', 1, 0, 1_000_000);
  const out = folderToWrite('out', texts.out ?? 'data/models');
  const progress = createProgress(
    () => performance.now(),
    (line) => process.stderr.write(line),
  );

  const tables = loadBars({ data, timezone, onFile: (_, share) => progress.report('reading bars', share) });
  const span = getSpan(tables);
  const [from, to] = [Number.isFinite(range.from) ? range.from : span.from, Math.min(range.to, span.to)];
  const learnt = tables.map((table) => tableWithin(table, from, to)).filter(({ size }) => size > 0);
  const rows = createTrainingRows(learnt, (share) => progress.report('features', share));
  if (rows.size < minRows) {
    throw new UsageError('Too few bars between --from and --to: about three months of one pair are needed.');
  }
  assertSpread(rows, from, to);
  // More threads than this would wait for memory and for the longest job.
  const workers = Math.min(availableParallelism(), 4);
  const trained = await trainModels(rows, { from, to, seed, workers, boost: usualBoost }, progress);

  progress.report('judging the kept-out bars', 0);
  const files = trained.map(({ file }) => file);
  const keptOut = evaluateHoldOut(files, createForecasters(files), tables, to);
  const models = trained.map(({ file, method, leftOut, folds }) => {
    const own = (all: readonly Figures[] | undefined) => all?.filter(({ model }) => model === file.key) ?? [];
    const [figures, later] = [own(keptOut?.figures), own(keptOut?.later)];
    const learning = { symbols: rows.symbols, rows: rows.size, learntFrom: from, learntTo: to, seed };
    const facts = { file, method, leftOut, folds, ...learning };
    const recalibrated = keptOut?.recalibrated.find(({ model }) => model === file.key)?.signals ?? null;
    return { file, card: modelCard({ ...facts, keptOut: keptOut && { ...keptOut, figures, later, recalibrated } }) };
  });
  await writeModels(out, models);
  progress.report('done', 1);
});

/** From the first bar to the end of the last one, milliseconds UTC. */
function getSpan(tables: readonly BarTable[]): Fold {
  const from = Math.min(...tables.map(({ time }) => time[0] ?? Number.POSITIVE_INFINITY));
  const to = Math.max(...tables.map(({ time }) => (time.at(-1) ?? Number.NEGATIVE_INFINITY) + minuteMs));
  return { from, to };
}

/** Found before the fit of an hour rather than after it. */
function assertSpread(rows: TrainingRows, from: number, to: number): void {
  const folds = createFolds(from, to);
  const parts = [{ from, to: folds[0]?.from ?? to }, ...folds];
  const time = rows.time.subarray(0, rows.size);
  const thin = parts.find((part) => !time.some((at) => at >= part.from && at < part.to));
  if (!thin) return;
  const [first, last] = [thin.from, thin.to].map((at) => new Date(at).toISOString().slice(0, 10));
  throw new UsageError(`No bars between ${first} and ${last}, a fold of the training: choose other --from and --to.`);
}

/** Evaluates the models on the bars from `from` on, entered at once and a bar later; null if there are none. */
function evaluateHoldOut(
  files: readonly ModelFile[],
  forecasters: readonly LocalForecaster[],
  tables: readonly BarTable[],
  from: number,
) {
  const { to } = getSpan(tables);
  if (to <= from) return null;
  const judgements = judgeForecasts(forecasters, tables, { from, to }, [0, 1]);
  const figuresAt = (entryDelay: number): Figures[] =>
    judgements
      .filter((judgement) => judgement.entryDelay === entryDelay && judgement.verdicts.size > 0)
      .flatMap((judgement) => {
        const file = files.find(({ key }) => key === judgement.model);
        return file ? [computeFigures(judgement, file.durations[judgement.duration], usualPayout)] : [];
      });
  const models = files.flatMap((file) => {
    const forecaster = forecasters.find(({ key }) => key === file.key);
    return forecaster ? [{ file, forecaster }] : [];
  });
  const recalibrated = recalibrationFigures(models, tables, { from, to }, recalibratedDays, usualPayout);
  return { from, to, figures: figuresAt(0), later: figuresAt(1), recalibrated };
}

/** A stack is created after its members. */
function createForecasters(files: readonly ModelFile[]): LocalForecaster[] {
  const made: LocalForecaster[] = [];
  for (const file of files) made.push(parseForecaster(JSON.stringify(file), made));
  return made;
}
