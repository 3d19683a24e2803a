import { aiModelKeys } from '#domain/signals/ai-model.ts';
import { loadBars } from './bars/load-bars.ts';
import { UsageError } from '#scripts/command/usage-error.ts';
import { choiceOption, parseOptions, wholeOption } from '#scripts/command/parse-options.ts';
import { runCommand } from '#scripts/command/run-command.ts';
import { findLookAhead } from './evaluation/find-look-ahead.ts';
import { modelsAt, readModels } from './evaluation/read-models.ts';

/**
 * npm run lookahead -- --data <folder or files> [--timezone EST] [--model kurs_ai_v2] [--models folder]
 *   [--from 2018-10-01] [--to 2018-11-01] [--cuts 20]
 * Cuts the history off at `cuts` places, forecasts the last minute again from what is left, and compares with the
 * forecasts of the whole history to the bit, for every pair and duration. Exit code 1 when a forecast knew what came later.
 * --timezone: of times in the files that state none. --models: others than the product's, as train writes them.
 */
await runCommand(async () => {
  const { texts, from, to, ...bars } = parseOptions(process.argv.slice(2), ['model', 'models', 'cuts']);
  const cuts = wholeOption(texts, 'cuts', 20, 1, 1_000);
  const models = await readModels(modelsAt(texts.models), choiceOption(texts, 'model', aiModelKeys));
  const tables = loadBars({ ...bars, to });
  let comparedByAll = 0;
  for (const { forecaster } of models) {
    const { compared, differing } = findLookAhead(forecaster, tables, { from, cuts });
    const verdict =
      differing.length === 0 ? 'the same to the bit' : `${differing.length} differ, first ${differing[0]}`;
    process.stdout.write(`${forecaster.key}: ${compared} forecasts recomputed from a truncated history, ${verdict}\n`);
    if (differing.length > 0) process.exitCode = 1;
    comparedByAll += compared;
  }
  if (comparedByAll === 0) throw new UsageError('Nothing could be compared: too few bars for warm-up.');
});
