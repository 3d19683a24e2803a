import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { cpus, loadavg } from 'node:os';
import { inspect, parseArgs } from 'node:util';
import { isMet } from './figure.ts';
import { growthRow } from './rows/growth.ts';
import { featuresRow } from './rows/features.ts';
import { indicatorsRow } from './rows/indicators.ts';
import { loginsRow } from './rows/logins.ts';
import { type MeasuredVersion, withMeasured } from './measurements-table.ts';
import { minuteCloseRow } from './rows/minute-close.ts';
import { modelRow } from './rows/model-row.ts';
import { pagesRow } from './rows/pages.ts';
import { priceRow } from './rows/price.ts';
import { type Measured, type Row, rowReport } from './row.ts';
import { settlementRow } from './rows/settlement.ts';
import { signalRow } from './rows/signal.ts';
import { silenceRow } from './rows/silence.ts';
import { startRow } from './rows/start.ts';
import { streamsRow } from './rows/streams.ts';
import { untilQuiet } from './until-quiet.ts';
import { runCommand, UsageError } from '#scripts/command/run-command.ts';
import { timezoneOption } from '#scripts/command/parse-options.ts';

const rows = [
  priceRow,
  signalRow,
  minuteCloseRow,
  modelRow,
  indicatorsRow,
  featuresRow,
  settlementRow,
  silenceRow,
  streamsRow,
  startRow,
  loginsRow,
  pagesRow,
  growthRow,
];

const tableFile = 'docs/measurements.md';
const version = readVersion();

/**
 * npm run bench [-- --only price --only signal] [--write] [--busy],
 * npm run bench -- --only silence --data folder [--timezone EST]
 * How fast the product is, beside a peer in the same run where there is one. Each row waits until the machine is quiet. A
 * missed goal does not fail the run (exit code 0); a row that cannot be measured fails it after the others (1).
 * --write: into docs/measurements.md. --busy: measures beside other work too. --data: a folder of recorded bars;
 * --timezone: of their times that state none.
 */
await runCommand(async () => {
  const { values } = parseArgs({
    options: {
      only: { type: 'string', multiple: true },
      write: { type: 'boolean', default: false },
      busy: { type: 'boolean', default: false },
      data: { type: 'string' },
      timezone: { type: 'string' },
    },
  });
  const options = { data: values.data ?? null, timezone: timezoneOption(values.timezone) };
  const machine = `${cpus()[0]?.model ?? 'an unknown processor'}, ${cpus().length} cores, Node ${process.version}`;
  process.stdout.write(`${machine}\n`);
  const measured: Measured[] = [];
  for (const { name, what, peer, measure } of chooseRows(values.only)) {
    const loadBefore = values.busy ? (loadavg()[0] ?? 0) : await untilQuiet();
    try {
      const figures = await measure((line) => process.stderr.write(`${name}: ${line}\n`), options);
      const one = { row: { name, what, peer }, loadBefore, figures };
      measured.push(one);
      process.stdout.write(`\n${rowReport(one)}\n`);
      if (values.write) await writeTable(one);
    } catch (error) {
      if (error instanceof UsageError) throw error;
      process.stderr.write(`\n${name} could not be measured: ${inspect(error)}\n`);
      process.exitCode = 1;
    }
  }
  const promised = measured.flatMap(({ figures }) => figures.map(isMet).filter((met) => met !== null));
  process.stdout.write(`\n${promised.filter(Boolean).length} of ${promised.length} goals met\n`);
});

/** The commit before the table is written, which is a change of its own. */
function readVersion(): MeasuredVersion {
  const args = ['describe', '--always', '--dirty', '--exclude', '*'];
  const commit = execFileSync('git', args, { encoding: 'utf8' }).trim();
  return { commit, day: new Date().toISOString().slice(0, 10) };
}

/** Each row as soon as it is measured, so that a later one that fails loses nothing. */
async function writeTable(measured: Measured): Promise<void> {
  const order = rows.map(({ name }) => name);
  await writeFile(tableFile, withMeasured(await readFile(tableFile, 'utf8'), [measured], order, version));
}

/** The rows named by `--only`, by default all that are not `isOnRequest`. */
function chooseRows(only: readonly string[] | undefined): readonly Row[] {
  const unknown = only?.find((name) => !rows.some((row) => row.name === name));
  if (unknown !== undefined)
    throw new UsageError(`--only ${unknown}: allowed are ${rows.map(({ name }) => name).join(', ')}.`);
  return rows.filter(({ name, isOnRequest }) => only?.includes(name) ?? !isOnRequest);
}
