import { aiModelKeys } from '#domain/signals/ai-model.ts';
import { durations } from '#domain/market/duration.ts';
import { type BarTable, loadBars } from './bars/load-bars.ts';
import { assertNoOverlap } from './bars/assert-no-overlap.ts';
import { UsageError } from './bars/usage-error.ts';
import { choiceOption, instantOption, parseOptions } from '#scripts/command/parse-options.ts';
import { runCommand } from '#scripts/command/run-command.ts';
import { modelsFolder, readModels } from './evaluation/read-models.ts';
import { writeForecasts } from './evaluation/write-forecasts.ts';

/**
 * npm run forecast -- --data <folder or files> --model kurs_ai_v2 --duration 5 [--from 2018-10-01] [--to 2019-01-01]
 * One line of JSON for every decision in time's order; nothing else on stdout. `time` is the start of the last closed bar.
 * All files are one market: some models read a pair from its relation to the others. A prefix of the bars gives the same
 * lines; too few to warm the features up give none, and a note on stderr.
 */
await runCommand(async () => {
  const { texts, data } = parseOptions(process.argv.slice(2), ['from', 'to', 'model', 'duration']);
  const from = instantOption(texts, 'from', Number.NEGATIVE_INFINITY);
  const to = instantOption(texts, 'to', Number.POSITIVE_INFINITY);
  if (from >= to) throw new UsageError('--from must lie before --to.');
  const chosen = required('duration', choiceOption(texts, 'duration', durations.map(String)));
  const duration = required('duration', durations.find((one) => String(one) === chosen) ?? null);
  await assertNoOverlap(data);
  const models = await readModels(modelsFolder, required('model', choiceOption(texts, 'model', aiModelKeys)));
  const tables: BarTable[] = [];
  for (const { path, symbol } of data) tables.push(await loadBars(path, symbol, to));
  for (const { forecaster } of models) {
    const { lines, inRange } = await writeForecasts(tables, forecaster, duration, { from, to });
    if (lines > 0) return;
    process.stderr.write(emptyRangeText(inRange, texts.from ?? texts.to));
  }
});

/** Explains why no line was printed. */
function emptyRangeText(inRange: number, range: string | undefined): string {
  if (inRange > 0)
    return 'No forecast: there are too few bars to warm the features up, or too few pairs for this model.\n';
  if (range !== undefined) throw new UsageError('No bar in this range can be forecast: the range is empty.');
  return 'No forecast: there is no bar of an open market.\n';
}

function required<T>(name: string, value: T | null): T {
  if (value === null) throw new UsageError(`--${name} is missing.`);
  return value;
}
