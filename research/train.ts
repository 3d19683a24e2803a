import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { minuteMs } from '#domain/time.ts';
import { createForecaster } from '#engine/forecast/create-forecaster.ts';
import type { LocalForecaster } from '#engine/forecast/forecaster.ts';
import type { ModelFile } from '#engine/forecast/model-file.ts';
import type { BarFile } from './bars/find-bar-files.ts';
import { type BarTable, loadBars } from './bars/load-bars.ts';
import { assertNoOverlap } from './bars/assert-no-overlap.ts';
import { UsageError } from './bars/usage-error.ts';
import { instantOption, parseOptions, wholeOption } from '#scripts/command/parse-options.ts';
import { folderToWrite } from '#scripts/command/place.ts';
import { createProgress, type Progress } from '#scripts/command/progress.ts';
import { runCommand } from '#scripts/command/run-command.ts';
import { computeFigures, type Figures } from './evaluation/figures.ts';
import { judgeForecasts } from './evaluation/judge-forecasts.ts';
import { modelsFolder } from './evaluation/read-models.ts';
import { recalibrationFigures } from './evaluation/recalibration-figures.ts';
import { calibrationPlot } from './training/written/calibration-plot.ts';
import { modelCard, recalibratedDays } from './training/written/model-card.ts';
import { trainModels, usualBoost } from './training/train-models.ts';
import { createTrainingRows, tableWithin } from './training/training-rows.ts';
import { writeModels } from './training/written/model-files.ts';

const minRows = 50_000;

/**
 * npm run train -- --data <folder or files> [--seed 1] [--out models] [--from 2017-01-01] [--to 2018-10-01]
 * Learns all local models from the bars in [--from, --to). By default that is the period that the models in the project come
 * from; bars after it are kept out of fitting, choosing and calibrating, and only reported in the cards.
 */
await runCommand(async () => {
  const { texts, data } = parseOptions(process.argv.slice(2), ['seed', 'out', 'from', 'to']);
  const seed = wholeOption(texts, 'seed', 1, 0, 1_000_000);
  const from = instantOption(texts, 'from', Date.UTC(2017, 0, 1));
  const to = instantOption(texts, 'to', Date.UTC(2018, 9, 1));
  if (from >= to) throw new UsageError('--from must lie before --to.');
  const out = folderToWrite('out', texts.out ?? fileURLToPath(modelsFolder));
  await assertNoOverlap(data);
  const progress = createProgress(
    () => performance.now(),
    (line) => process.stderr.write(line),
  );

  const tables = await readTables(data, progress);
  const learnt = tables.map((table) => tableWithin(table, from, to)).filter(({ size }) => size > 0);
  const rows = createTrainingRows(learnt, (share) => progress.report('features', share));
  if (rows.size < minRows) {
    throw new UsageError('Too few bars between --from and --to: about three months of one pair are needed.');
  }
  // More threads than this would wait for memory and for the longest job.
  const workers = Math.min(availableParallelism(), 4);
  const trained = await trainModels(rows, { from, to, seed, workers, boost: usualBoost }, progress);

  progress.report('judging the kept-out bars', 0);
  const keptOut = evaluateHoldOut(
    trained.map(({ file }) => file),
    tables,
    to,
  );
  const models = trained.map(({ file, method, folds }) => {
    const own = (all: readonly Figures[] | undefined) => all?.filter(({ model }) => model === file.key) ?? [];
    const [figures, later] = [own(keptOut?.figures), own(keptOut?.later)];
    const learning = { symbols: rows.symbols, rows: rows.size, learntFrom: from, learntTo: to, seed };
    const facts = { file, method, folds, ...learning };
    const recalibrated = keptOut?.recalibrated.find(({ model }) => model === file.key)?.signals ?? null;
    const card = modelCard({ ...facts, keptOut: keptOut && { ...keptOut, figures, later, recalibrated } });
    return { file, card, plot: figures.length > 0 ? calibrationPlot(figures) : null };
  });
  await writeModels(out, models);
  progress.report('done', 1);
});

async function readTables(files: readonly BarFile[], progress: Progress): Promise<BarTable[]> {
  const tables: BarTable[] = [];
  for (const [i, { path, symbol }] of files.entries()) {
    progress.report('reading bars', i / files.length);
    tables.push(await loadBars(path, symbol, Number.POSITIVE_INFINITY));
  }
  return tables;
}

/** Evaluates the models on the bars from `from` on, entered at once and a bar later; null if there are none. */
function evaluateHoldOut(files: readonly ModelFile[], tables: readonly BarTable[], from: number) {
  const to = Math.max(...tables.map((table) => (table.time.at(-1) ?? 0) + minuteMs));
  if (to <= from) return null;
  const forecasters = createForecasters(files);
  const { judgements, symbols } = judgeForecasts(forecasters, tables, { from, to }, [0, 1]);
  const figuresAt = (entryDelay: number): Figures[] =>
    judgements
      .filter((judgement) => judgement.entryDelay === entryDelay && judgement.verdicts.size > 0)
      .flatMap((judgement) => {
        const file = files.find(({ key }) => key === judgement.model);
        return file ? [computeFigures(judgement, file.durations[judgement.duration], symbols)] : [];
      });
  const models = files.flatMap((file) => {
    const forecaster = forecasters.find(({ key }) => key === file.key);
    return forecaster ? [{ file, forecaster }] : [];
  });
  const recalibrated = recalibrationFigures(models, tables, { from, to }, recalibratedDays);
  return { from, to, figures: figuresAt(0), later: figuresAt(1), recalibrated };
}

/** A stack is created after its members. */
function createForecasters(files: readonly ModelFile[]): LocalForecaster[] {
  const made: LocalForecaster[] = [];
  for (const file of files) made.push(createForecaster(JSON.stringify(file), made));
  return made;
}
