import { aiModelKeys } from '#domain/signals/ai-model.ts';
import { type BarTable, loadBars } from './bars/load-bars.ts';
import { assertNoOverlap } from './bars/assert-no-overlap.ts';
import { UsageError } from './bars/usage-error.ts';
import { choiceOption, instantOption, parseOptions, wholeOption } from '#scripts/command/parse-options.ts';
import { runCommand } from '#scripts/command/run-command.ts';
import { findLookAhead } from './evaluation/find-look-ahead.ts';
import { modelsFolder, readModels } from './evaluation/read-models.ts';

/**
 * npm run lookahead -- --data <folder or files> [--model kurs_ai_v2] [--from 2018-10-01] [--to 2018-11-01] [--cuts 20]
 * Cuts the history off at `cuts` places, forecasts the last minute again from what is left, and compares with the
 * forecasts of the whole history to the bit, for every pair and duration. Exit code 1 when a forecast knew what came later.
 */
await runCommand(async () => {
  const { texts, data } = parseOptions(process.argv.slice(2), ['from', 'to', 'model', 'cuts']);
  const from = instantOption(texts, 'from', Number.NEGATIVE_INFINITY);
  const to = instantOption(texts, 'to', Number.POSITIVE_INFINITY);
  if (from >= to) throw new UsageError('--from must lie before --to.');
  const cuts = wholeOption(texts, 'cuts', 20, 1, 1_000);
  await assertNoOverlap(data);
  const models = await readModels(modelsFolder, choiceOption(texts, 'model', aiModelKeys));
  const tables: BarTable[] = [];
  for (const { path, symbol } of data) tables.push(await loadBars(path, symbol, to));
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
