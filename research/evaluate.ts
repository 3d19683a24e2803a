import { writeFile } from 'node:fs/promises';
import { aiModelKeys } from '#domain/signals/ai-model.ts';
import { type BarTable, loadBars } from './bars/load-bars.ts';
import { assertNoOverlap } from './bars/assert-no-overlap.ts';
import { UsageError } from './bars/usage-error.ts';
import { choiceOption, instantOption, parseOptions, wholeOption } from '#scripts/command/parse-options.ts';
import { fileToWrite } from '#scripts/command/place.ts';
import { runCommand } from '#scripts/command/run-command.ts';
import { figuresOf } from './evaluation/figures.ts';
import { figuresTable } from './evaluation/figures-table.ts';
import { judgeForecasts } from './evaluation/judge-forecasts.ts';
import { modelsFolder, readModels } from './evaluation/read-models.ts';

/**
 * npm run evaluate -- --data <folder or files> [--from 2018-10-01] [--to 2019-01-01] [--model kurs_ai_v2]
 *   [--entry-delay 0] [--json file]
 * How the models did on these bars, with everything frozen in their files. Bars before --from only warm the features up;
 * too few bars for that give rows with n = 0. Paths are meant from where the person stands.
 */
await runCommand(async () => {
  const { texts, data } = parseOptions(process.argv.slice(2), ['from', 'to', 'model', 'entry-delay', 'json']);
  const from = instantOption(texts, 'from', Number.NEGATIVE_INFINITY);
  const to = instantOption(texts, 'to', Number.POSITIVE_INFINITY);
  if (from >= to) throw new UsageError('--from must lie before --to.');
  const entryDelay = wholeOption(texts, 'entry-delay', 0, 0, 10);
  const json = texts.json === undefined ? null : fileToWrite('json', texts.json);
  await assertNoOverlap(data);
  const models = await readModels(modelsFolder, choiceOption(texts, 'model', aiModelKeys));
  const tables: BarTable[] = [];
  for (const { path, symbol } of data) {
    process.stderr.write(`${symbol}: ${path}\n`);
    tables.push(await loadBars(path, symbol, to));
  }
  const forecasters = models.map(({ forecaster }) => forecaster);
  const judge = judgeForecasts(forecasters, tables, { from, to, entryDelay });
  if (judge.symbols.length === 0 && (texts.from ?? texts.to) !== undefined) {
    throw new UsageError('No bar in this range can be evaluated: the range is empty.');
  }
  if (judge.judgements.every(({ verdicts }) => verdicts.size === 0)) {
    process.stderr.write('No bar could be evaluated: too few bars for warm-up or outcomes.\n');
  }
  const figures = models.flatMap(({ forecaster, file }) =>
    judge.judgements
      .filter(({ model }) => model === forecaster.key)
      .map((judgement) => figuresOf(judgement, file.durations[judgement.duration], judge.symbols)),
  );
  const reports = models.map(({ file }) => figuresTable(figures.filter(({ model }) => model === file.key)));
  process.stdout.write(`${reports.join('\n\n')}\n`);
  if (json !== null) {
    const versions = Object.fromEntries(models.map(({ file }) => [file.key, file.version]));
    await writeFile(json, `${JSON.stringify({ versions, entryDelay, figures }, null, 1)}\n`);
  }
});
