import { aiModelKeys } from '#domain/ai-model.ts';
import { type Duration, durations } from '#domain/duration.ts';
import { refuseOverlap } from './bars/refuse-overlap.ts';
import { UsageError } from './bars/usage-error.ts';
import { choiceOption, instantOption, parseOptions } from './command/parse-options.ts';
import { runCommand } from './command/run-command.ts';
import { modelsFolder, readModels } from './evaluation/read-models.ts';
import { writeForecasts } from './evaluation/write-forecasts.ts';

/**
 * npm run forecast -- --data <folder or files> --model kurs_ai_v2 --duration 5 [--from 2018-10-01] [--to 2019-01-01]
 * One line of JSON for every decision, file after file, in time's order; nothing else on stdout. `time` is the start of
 * the last closed bar. Bars are read as they come, so a prefix of a file gives the same lines; one too short to warm the
 * features up gives none, and a note on stderr.
 */
await runCommand(async () => {
  const { texts, data } = parseOptions(process.argv.slice(2), ['from', 'to', 'model', 'duration']);
  const from = instantOption(texts, 'from', Number.NEGATIVE_INFINITY);
  const to = instantOption(texts, 'to', Number.POSITIVE_INFINITY);
  if (from >= to) throw new UsageError('--from must lie before --to.');
  const duration = Number(required('duration', choiceOption(texts, 'duration', durations.map(String)))) as Duration;
  await refuseOverlap(data);
  const models = await readModels(modelsFolder, required('model', choiceOption(texts, 'model', aiModelKeys)));
  let inRange = 0;
  for (const file of data) {
    for (const { forecaster } of models) {
      const written = await writeForecasts(file, forecaster, duration, { from, to });
      inRange += written.inRange;
      if (written.inRange > 0 && written.lines === 0) {
        process.stderr.write(`${file.path}: no forecast, too few bars to warm the features up.\n`);
      }
    }
  }
  if (inRange > 0) return;
  if ((texts.from ?? texts.to) !== undefined) {
    throw new UsageError('No bar in this range can be forecast: it holds none.');
  }
  process.stderr.write('No forecast: there is no bar of an open market.\n');
});

function required<T>(name: string, value: T | null): T {
  if (value === null) throw new UsageError(`--${name} is missing.`);
  return value;
}
