import { writeFile } from 'node:fs/promises';
import { aiModelKeys } from '#domain/signals/ai-model.ts';
import type { BarTable } from '#engine/bar/bar-table.ts';
import type { BarFile } from './bars/find-bar-files.ts';
import { loadBars } from './bars/load-bars.ts';
import { UsageError } from '#scripts/command/usage-error.ts';
import { choiceOption, parseOptions, wholeOption } from '#scripts/command/parse-options.ts';
import { fileToWrite } from '#scripts/command/place.ts';
import { runCommand } from '#scripts/command/run-command.ts';
import { computeFigures, type Figures } from './evaluation/figures.ts';
import { figuresTable } from './evaluation/figures-table.ts';
import type { JudgedRange } from './evaluation/forecast-market.ts';
import { judgeForecasts, type Judgement } from './evaluation/judge-forecasts.ts';
import { modelsAt, type ReadModel, readModels } from './evaluation/read-models.ts';
import { recalibrationFigures, recalibrationTable } from './evaluation/recalibration-figures.ts';

/**
 * npm run evaluate -- --data <folder or files> [--timezone EST] [--from 2018-10-01] [--to 2019-01-01]
 *   [--model kurs_ai_v2] [--models folder] [--entry-delay 0 | --recalibrate 60] [--json file]
 * How the models did on these bars, with everything frozen in their files. Bars before --from only warm the features up;
 * too few bars for that give rows with n = 0. --recalibrate <days>: beside it what they would have stated if each day had been
 * calibrated on the days before it, from --from on. --timezone: of times in the files that state none. --models: others
 * than the product's, as train writes them.
 */
await runCommand(async () => {
  const names = ['model', 'models', 'entry-delay', 'recalibrate', 'json'];
  const { texts, from, to, ...bars } = parseOptions(process.argv.slice(2), names);
  const entryDelay = wholeOption(texts, 'entry-delay', 0, 0, 10);
  const days = wholeOption(texts, 'recalibrate', 0, 9, 1_000);
  if (days > 0 && entryDelay > 0) throw new UsageError('--recalibrate and --entry-delay cannot be combined.');
  const json = texts.json === undefined ? null : fileToWrite('--json', texts.json);
  const models = await readModels(modelsAt(texts.models), choiceOption(texts, 'model', aiModelKeys));
  const onFile = ({ symbol, path }: BarFile): void => void process.stderr.write(`${symbol}: ${path}\n`);
  const tables = loadBars({ ...bars, to, onFile });
  const isEmpty = tables.every(({ time }) => !time.some((start) => start >= from && start < to));
  if (isEmpty && (texts.from ?? texts.to) !== undefined) {
    throw new UsageError('No bar in this range can be evaluated: the range is empty.');
  }
  const { report, ...figures } =
    days > 0 ? recalibrate(models, tables, { from, to }, days) : evaluate(models, tables, { from, to }, entryDelay);
  if (figures.figures.every(({ n }) => n === 0)) {
    process.stderr.write('No bar could be evaluated: too few bars for warm-up or outcomes.\n');
  }
  process.stdout.write(`${report}\n`);
  if (json !== null) {
    const versions = Object.fromEntries(models.map(({ file }) => [file.key, file.version]));
    await writeFile(json, `${JSON.stringify({ versions, ...figures }, null, 1)}\n`);
  }
});

function evaluate(models: readonly ReadModel[], tables: readonly BarTable[], range: JudgedRange, entryDelay: number) {
  const forecasters = models.map(({ forecaster }) => forecaster);
  const { judgements, symbols } = judgeForecasts(forecasters, tables, range, [entryDelay]);
  const figures = models.flatMap(({ file }) => figuresOfModel(file, judgements, symbols));
  const reports = models.map(({ file }) => figuresTable(figures.filter(({ model }) => model === file.key)));
  return { report: reports.join('\n\n'), entryDelay, figures };
}

function recalibrate(models: readonly ReadModel[], tables: readonly BarTable[], range: JudgedRange, days: number) {
  const all = recalibrationFigures(models, tables, range, days);
  return {
    report: all.map(recalibrationTable).join('\n\n'),
    figures: all.flatMap(({ frozen }) => frozen),
    recalibrated: all.flatMap(({ recalibrated }) => recalibrated),
    signals: all.map(({ model, signals }) => ({ model, rows: signals.rows })),
    runs: all.map(({ runs }) => runs),
  };
}

function figuresOfModel(
  { key, durations: heads }: ReadModel['file'],
  judgements: readonly Judgement[],
  symbols: readonly string[],
): Figures[] {
  const own = judgements.filter(({ model }) => model === key);
  return own.map((judgement) => computeFigures(judgement, heads[judgement.duration], symbols));
}
