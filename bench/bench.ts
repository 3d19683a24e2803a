import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { cpus, loadavg } from 'node:os';
import { accountTimesRow } from './rows/account-times.ts';
import { alertPreviewRow } from './rows/alert-preview.ts';
import { alertsRow } from './rows/alerts.ts';
import { burstRow } from './rows/burst.ts';
import { calibrationRow } from './rows/calibration.ts';
import { chosenRows } from './chosen-rows.ts';
import { isMet } from './figure.ts';
import { failoverRow } from './rows/failover.ts';
import { growthRow } from './rows/growth.ts';
import { featuresRow } from './rows/features.ts';
import { verifyRow } from './rows/verify.ts';
import { verifyMillionRow } from './rows/verify-million.ts';
import { firstHourRow } from './rows/first-hour.ts';
import { indicatorsRow } from './rows/indicators.ts';
import { jobsRow } from './rows/jobs.ts';
import { loginsRow } from './rows/logins.ts';
import { withMeasured } from './measurements-table.ts';
import { memoryRow } from './rows/memory.ts';
import { minuteCloseRow } from './rows/minute-close.ts';
import { modelRow } from './rows/model-row.ts';
import { pagesRow } from './rows/pages.ts';
import { priceRow } from './rows/price.ts';
import { recordRow } from './rows/record.ts';
import { type Measured, rowReport } from './row-report.ts';
import { settlementRow } from './rows/settlement.ts';
import { signalRow } from './rows/signal.ts';
import { silenceRow } from './rows/silence.ts';
import { soakRow } from './rows/soak.ts';
import { startRow } from './rows/start.ts';
import { clusterChangesRow } from './rows/cluster-changes.ts';
import { clusterStreamsRow } from './rows/cluster-streams.ts';
import { streamsRow } from './rows/streams.ts';
import { upgradeRow } from './rows/upgrade.ts';
import { runCommand } from '#scripts/command/run-command.ts';

const rows = [
  priceRow,
  signalRow,
  minuteCloseRow,
  calibrationRow,
  modelRow,
  indicatorsRow,
  featuresRow,
  verifyRow,
  verifyMillionRow,
  settlementRow,
  burstRow,
  alertsRow,
  alertPreviewRow,
  jobsRow,
  recordRow,
  failoverRow,
  silenceRow,
  streamsRow,
  clusterStreamsRow,
  clusterChangesRow,
  startRow,
  firstHourRow,
  loginsRow,
  accountTimesRow,
  pagesRow,
  upgradeRow,
  soakRow,
  memoryRow,
  growthRow,
];

const tableFile = 'docs/measurements.md';

/**
 * npm run bench [-- --only price --only signal] [--write] [--json file], npm run bench -- --only soak --minutes 10,
 * --only silence --data folder
 * How fast the product is, beside a peer in the same run where there is one. A missed goal does not fail the run (exit code 0).
 */
await runCommand(async () => {
  const { chosen, json, isWritten, options } = chosenRows(process.argv.slice(2), rows);
  const machine = `${cpus()[0]?.model ?? 'an unknown processor'}, ${cpus().length} cores, Node ${process.version}`;
  process.stdout.write(`${machine}\n`);
  const measured: Measured[] = [];
  for (const { name, what, peer, measure } of chosen) {
    const loadBefore = loadavg()[0] ?? 0;
    const figures = await measure((line) => process.stderr.write(`${name}: ${line}\n`), options);
    measured.push({ row: { name, what, peer }, loadBefore, figures });
    process.stdout.write(`\n${rowReport({ row: { name, what, peer }, loadBefore, figures })}\n`);
  }
  const promised = measured.flatMap(({ figures }) => figures.map(isMet).filter((met) => met !== null));
  process.stdout.write(`\n${promised.filter(Boolean).length} of ${promised.length} goals met\n`);
  const at = new Date().toISOString();
  if (isWritten) await writeTable(measured, at.slice(0, 10));
  if (json !== undefined) await writeFile(json, `${JSON.stringify({ machine, at, rows: measured }, null, 1)}\n`);
});

/** A run of some rows replaces their figures alone. */
async function writeTable(measured: readonly Measured[], day: string): Promise<void> {
  const commit = execFileSync('git', ['describe', '--always', '--dirty', '--exclude', '*'], {
    encoding: 'utf8',
  }).trim();
  const order = rows.map(({ name }) => name);
  const written = withMeasured(await readFile(tableFile, 'utf8'), measured, order, { commit, day });
  await writeFile(tableFile, written);
}
