import { aiModelKeys } from '#domain/ai-model.ts';
import { type Duration, durations } from '#domain/duration.ts';
import { UsageError } from './bars/usage-error.ts';
import { choiceOption, instantOption, parseOptions } from './command/parse-options.ts';
import { runCommand } from './command/run-command.ts';
import { modelsFolder, readModels } from './evaluation/read-models.ts';
import { writeForecasts } from './evaluation/write-forecasts.ts';

/**
 * npm run forecast -- --data <folder or files> --model kurs_ai_v2 --duration 5 [--from 2018-10-01] [--to 2019-01-01]
 * One line of JSON for every decision, file after file, in time's order; nothing else on stdout. `time` is the start of
 * the last closed bar. Bars are read as they come, so a prefix of a file gives the same lines.
 */
await runCommand(async () => {
  const { texts, data } = parseOptions(process.argv.slice(2), ['from', 'to', 'model', 'duration']);
  const from = instantOption(texts, 'from', Number.NEGATIVE_INFINITY);
  const to = instantOption(texts, 'to', Number.POSITIVE_INFINITY);
  if (from >= to) throw new UsageError('--from must lie before --to.');
  const duration = Number(required('duration', choiceOption(texts, 'duration', durations.map(String)))) as Duration;
  const models = await readModels(modelsFolder, required('model', choiceOption(texts, 'model', aiModelKeys)));
  let lines = 0;
  for (const file of data) {
    for (const { forecaster } of models) lines += await writeForecasts(file, forecaster, duration, { from, to });
  }
  if (lines > 0) return;
  throw new UsageError('No bar in this range can be forecast: it holds none, or too few to warm the features up.');
});

function required<T>(name: string, value: T | null): T {
  if (value === null) throw new UsageError(`--${name} is missing.`);
  return value;
}
