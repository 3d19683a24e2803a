import { aiModelKeys } from '#domain/signals/ai-model.ts';
import { durations } from '#domain/market/duration.ts';
import { loadBars } from './bars/load-bars.ts';
import { UsageError } from '#scripts/command/usage-error.ts';
import { choiceOption, parseOptions } from '#scripts/command/parse-options.ts';
import { runCommand } from '#scripts/command/run-command.ts';
import { modelsAt, readModels } from './evaluation/read-models.ts';
import { writeForecasts } from './evaluation/write-forecasts.ts';

/**
 * npm run forecast -- --data <folder or files> --model kurs_ai_v2 --duration 5 [--timezone EST] [--from 2018-10-01]
 *   [--to 2019-01-01] [--models folder]
 * One line of JSON for every decision in time's order; nothing else on stdout. `time` is the start of the last closed bar.
 * All files are one market: some models read a pair from its relation to the others. A prefix of the bars gives the same
 * lines; too few to warm the features up give none, and a note on stderr. --timezone: of times in the files that state
 * none. --models: others than the product's, as train writes them.
 */
await runCommand(async () => {
  const { texts, from, to, ...bars } = parseOptions(process.argv.slice(2), ['model', 'models', 'duration']);
  const chosen = required('duration', choiceOption(texts, 'duration', durations.map(String)));
  const duration = required('duration', durations.find((one) => String(one) === chosen) ?? null);
  const models = await readModels(modelsAt(texts.models), required('model', choiceOption(texts, 'model', aiModelKeys)));
  const tables = loadBars({ ...bars, to });
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
