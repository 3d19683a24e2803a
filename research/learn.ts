import { writeFile } from 'node:fs/promises';
import { durations } from '#domain/market/duration.ts';
import { dayMs } from '#domain/time.ts';
import { fileToWrite } from '#scripts/command/place.ts';
import { instantOption, parseOptions, wholeOption } from '#scripts/command/parse-options.ts';
import { createProgress } from '#scripts/command/progress.ts';
import { runCommand } from '#scripts/command/run-command.ts';
import { assertNoOverlap } from './bars/assert-no-overlap.ts';
import { type BarTable, loadBars } from './bars/load-bars.ts';
import { UsageError } from './bars/usage-error.ts';
import { table } from './evaluation/figures-table.ts';
import { calibrationDays, judgedDays, judgeLearners, type LearnerFigures } from './learning/judge-learners.ts';
import { createTrainingRows } from './training/training-rows.ts';

/** The durations that the rule of adoption is about. */
const judgedDurations = durations.filter((duration) => duration >= 5);
/** The product decides each pair every third minute. */
const usualMinutes = 3;

/**
 * node research/learn.ts --data <folder> [--first-to 2018-01-01] [--days 90] [--minutes 3] [--json file]
 * What learning on the days at hand adds to trees fitted once, on every second pair (by name), before --first-to. Judged on
 * the 30 days after each quarter that starts later; the other pairs stand for another market.
 */
await runCommand(async () => {
  const { texts, data } = parseOptions(process.argv.slice(2), ['first-to', 'days', 'minutes', 'json']);
  const firstUntil = instantOption(texts, 'first-to', Date.UTC(2018, 0, 1));
  const days = wholeOption(texts, 'days', 90, calibrationDays + 15, 365);
  const minutes = wholeOption(texts, 'minutes', usualMinutes, 1, 60);
  const json = texts.json === undefined ? null : fileToWrite('json', texts.json);
  await assertNoOverlap(data);
  const progress = createProgress(
    () => performance.now(),
    (line) => process.stderr.write(line),
  );
  const tables: BarTable[] = [];
  for (const { path, symbol } of data) tables.push(await loadBars(path, symbol, Number.POSITIVE_INFINITY));
  const end = Math.max(...tables.map(({ time }) => time.at(-1) ?? 0));
  const judgedFrom = listQuarters(firstUntil + days * dayMs, end - judgedDays * dayMs);
  if (judgedFrom.length === 0) throw new UsageError(`No quarter begins ${days} days after --first-to.`);
  const rows = createTrainingRows(tables, (share) => progress.report('features', share), minutes);
  const firstPairs = rows.symbols.map((_, pair) => pair).filter((pair) => pair % 2 === 0);
  if (firstPairs.length === rows.symbols.length) throw new UsageError('At least two pairs are needed.');

  const figures: LearnerFigures[] = [];
  for (const [i, duration] of judgedDurations.entries()) {
    progress.report('learning', i / judgedDurations.length);
    figures.push(...judgeLearners(rows, { duration, firstUntil, firstPairs, days, judgedFrom }));
    process.stdout.write(`${learnersTable(figures.filter((own) => own.duration === duration))}\n\n`);
  }
  if (json !== null) await writeFile(json, `${JSON.stringify({ days, minutes, judgedFrom, figures }, null, 1)}\n`);
});

/** The starts of the quarters (UTC) in [from, to]. */
function listQuarters(from: number, to: number): number[] {
  const quarters: number[] = [];
  for (let month = 0; Date.UTC(2000, month, 1) <= to; month += 3) {
    const start = Date.UTC(2000, month, 1);
    if (start >= from) quarters.push(start);
  }
  return quarters;
}

function learnersTable(figures: readonly LearnerFigures[]): string {
  return table(
    [
      'pairs',
      'minutes',
      'learner',
      'edge by day, %',
      'stated − real',
      'real, a bar later',
      'edge, all hours, %',
      'seconds',
    ],
    figures.map(({ market, duration, learner, day, all, seconds }) => [
      market,
      duration,
      learner,
      `${day.share.toFixed(2)} (${day.withEdge})`,
      `${format(day.statedMinusReal)} ± ${format(day.radius)}`,
      `${format(day.later)} (${format(day.laterInterval?.low ?? null)}…${format(day.laterInterval?.high ?? null)})`,
      all.share.toFixed(2),
      seconds.toFixed(0),
    ]),
  );
}

function format(value: number | null): string {
  return value === null ? '–' : value.toFixed(1);
}
