import { writeFile } from 'node:fs/promises';
import { aiModelKeys } from '#domain/signals/ai-model.ts';
import { payoutPercent } from '#domain/signals/edge.ts';
import { usualPayout } from '#domain/signals/stake-rule.ts';
import { minuteMs } from '#domain/time.ts';
import { outcomeAt } from '#engine/bar/bar-outcome.ts';
import type { BarTable } from '#engine/bar/bar-table.ts';
import type { BarFile } from './bars/find-bar-files.ts';
import { loadBars } from './bars/load-bars.ts';
import { runCommand, UsageError } from '#scripts/command/run-command.ts';
import { choiceOption, parseOptions, wholeOption } from '#scripts/command/parse-options.ts';
import { fileToWrite } from '#scripts/command/paths.ts';
import { createEdgesByPayout, edgesTable, heldOutText } from './evaluation/edges-by-payout.ts';
import { computeFigures, type Figures } from './evaluation/figures.ts';
import { figuresTable } from './evaluation/figures-table.ts';
import type { JudgedRange } from './evaluation/forecast-market.ts';
import { judgeForecasts, type Judgement } from './evaluation/judge-forecasts.ts';
import { modelsAt, type ReadModel, readModels } from './evaluation/read-models.ts';
import { recalibrationFigures, recalibrationTable } from './evaluation/recalibration-figures.ts';

/**
 * npm run evaluate -- --data <folder or files> [--timezone EST] [--from 2018-10-01] [--to 2019-01-01]
 *   [--model kurs_ai_v2] [--models folder] [--entry-delay 0 | --recalibrate 60] [--payout 0.82,0.9] [--held-out file]
 * How the models did on these bars, with everything frozen in their files. Bars before --from only warm the features up;
 * too few bars for that give rows with n = 0. --recalibrate <days>: beside it what they would have stated if each day had been
 * calibrated on the days before it, from --from on. --timezone: of times in the files that state none. --models: others
 * than the product's, as train writes them. --payout: what a win pays, which decides what has an edge; of several the
 * first is that of the tables of signals. --held-out: edges at every whole percent, as pages read them
 * (models/held-out.json).
 */
await runCommand(async () => {
  const names = ['model', 'models', 'entry-delay', 'recalibrate', 'payout', 'held-out'];
  const { texts, from, to, ...bars } = parseOptions(process.argv.slice(2), names);
  const entryDelay = wholeOption(texts, 'entry-delay', 0, 0, 10);
  const days = wholeOption(texts, 'recalibrate', 0, 9, 1_000);
  if (days > 0 && entryDelay > 0) throw new UsageError('--recalibrate and --entry-delay cannot be combined.');
  const payouts = payoutsOption(texts.payout);
  const heldOut = texts['held-out'] === undefined ? null : fileToWrite('--held-out', texts['held-out']);
  const models = await readModels(modelsAt(texts.models), choiceOption(texts, 'model', aiModelKeys));
  const onFile = ({ symbol, path }: BarFile): void => void process.stderr.write(`${symbol}: ${path}\n`);
  const tables = loadBars({ ...bars, to, onFile });
  const isEmpty = tables.every(({ time }) => !time.some((start) => start >= from && start < to));
  if (isEmpty && (texts.from ?? texts.to) !== undefined) {
    throw new UsageError('No bar in this range can be evaluated: the range is empty.');
  }
  const { report, count, edges } =
    days > 0
      ? recalibrate(models, tables, { from, to }, days, payouts[0])
      : evaluate(models, tables, { from, to }, entryDelay, payouts[0]);
  const shown = edges.filter(({ payout }) => payouts.some((one) => Math.round(100 * one) === payout));
  const edgesTables = models.map(({ file }) => edgesTable(shown.filter(({ model }) => model === file.key)));
  if (count === 0) process.stderr.write('No bar could be evaluated: too few bars for warm-up or outcomes.\n');
  process.stdout.write(`${[report, ...edgesTables].join('\n\n')}\n`);
  const versions = Object.fromEntries(models.map(({ file }) => [file.key, file.version]));
  if (heldOut) await writeFile(heldOut, heldOutText(versions, edges, judgedDays(tables, { from, to })));
});

function payoutsOption(text = String(usualPayout)): readonly [number, ...number[]] {
  const { min, max } = payoutPercent;
  const [first = Number.NaN, ...others] = text
    .split(',')
    .map((one) => (/^0?\.\d{1,2}$/.test(one) ? Number(one) : Number.NaN));
  if ([first, ...others].every((one) => 100 * one >= min && 100 * one <= max)) return [first, ...others];
  throw new UsageError(
    `--payout ${text}: a share from ${min / 100} to ${max / 100} with two decimals is allowed, or several as in 0.82,0.90.`,
  );
}

/** The judged range within the bars, milliseconds UTC; the end is exclusive. */
function judgedDays(tables: readonly BarTable[], { from, to }: JudgedRange): JudgedRange {
  const first = Math.min(...tables.map(({ time }) => time[0] ?? Number.POSITIVE_INFINITY));
  const last = Math.max(...tables.map(({ time }) => time.at(-1) ?? Number.NEGATIVE_INFINITY));
  return { from: Math.max(from, first), to: Math.min(to, last + minuteMs) };
}

function evaluate(
  models: readonly ReadModel[],
  tables: readonly BarTable[],
  range: JudgedRange,
  entryDelay: number,
  payout: number,
) {
  const forecasters = models.map(({ forecaster }) => forecaster);
  const byPayout = createEdgesByPayout(models.map(({ file }) => file.key));
  const judgements = judgeForecasts(forecasters, tables, range, [entryDelay], (forecast, { table, i }) => {
    const outcomeAfter = (delay: number): number => outcomeAt(table, i, forecast.duration, delay);
    byPayout.add(forecast, outcomeAfter(entryDelay), outcomeAfter(entryDelay + 1));
  });
  const figures = models.flatMap(({ file }) => figuresOfModel(file, judgements, payout));
  const reports = models.map(({ file }) => figuresTable(figures.filter(({ model }) => model === file.key)));
  return { report: reports.join('\n\n'), count: countForecasts(figures), edges: byPayout.figures() };
}

function recalibrate(
  models: readonly ReadModel[],
  tables: readonly BarTable[],
  range: JudgedRange,
  days: number,
  payout: number,
) {
  const all = recalibrationFigures(models, tables, range, days, payout);
  return {
    report: all.map(recalibrationTable).join('\n\n'),
    count: countForecasts(all.flatMap(({ frozen }) => frozen)),
    edges: all.flatMap(({ edges }) => edges),
  };
}

function countForecasts(figures: readonly Figures[]): number {
  return figures.reduce((sum, { n }) => sum + n, 0);
}

function figuresOfModel(
  { key, durations: heads }: ReadModel['file'],
  judgements: readonly Judgement[],
  payout: number,
): Figures[] {
  const own = judgements.filter(({ model }) => model === key);
  return own.map((judgement) => computeFigures(judgement, heads[judgement.duration], payout));
}
