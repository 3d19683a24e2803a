import { randomInt } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { getErrorMessage } from '#domain/caught-error.ts';
import { parseWitnessVkey, recordCrypto } from '#node/notes.ts';
import { createFindings, type Findings } from '#record/verify/findings.ts';
import { Withheld } from '#record/verify/record-source.ts';
import { type VerifyOptions, verifyRecord } from '#record/verify/verify-record.ts';
import { timezoneOption } from './command/parse-options.ts';
import { resolvePath } from './command/paths.ts';
import { createProgress } from './command/progress.ts';
import { runCommand, UsageError } from './command/run-command.ts';
import { createPriceComparison, openPriceFile } from './record/compare-prices.ts';
import { createHttpSource, openCopy } from './record/http-source.ts';
import { createRecomputation } from './record/recompute-day.ts';

/** A record that was never stopped has all but a few of its statements cosigned within seconds. */
const usualMinProven = 99;

/**
 * npm run verify-record -- http://localhost:3000 [options]
 * Reads a published record and checks it by the rules of docs/record.md. --key: the vkey that must have
 * signed it, saved earlier. --since: a file with a saved checkpoint, which it must continue. --against:
 * the address of a mirror or another server, which must show the same history. --witness: a witness
 * that you trust (vkey), once for each; --quorum: how many of them must have cosigned, by default all;
 * --min-proven: which percentage of the statements within 30 s, by default 99. --max-uncovered: the
 * percentage of open minutes without a leaf above which the check fails. --recompute: a UTC day whose
 * forecasts are computed again from published bars and models. --prices: CSV files of another source
 * of the same market, as in REPLAY_FILES; --timezone: of their times that state none. Exit code 1: a rule
 * is broken; 2: a check was not made.
 */
await runCommand(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      since: { type: 'string' },
      key: { type: 'string' },
      against: { type: 'string' },
      witness: { type: 'string', multiple: true },
      quorum: { type: 'string' },
      'min-proven': { type: 'string' },
      'max-uncovered': { type: 'string' },
      recompute: { type: 'string' },
      prices: { type: 'string', multiple: true },
      timezone: { type: 'string' },
    },
  });
  const [address = '', ...more] = positionals;
  if (more.length > 0) throw new UsageError(`One address at a time: ${more.join(' ')} is too much.`);
  const needs = { fetchUrl: fetch, pause, now: Date.now, waited: { ms: 0 } };
  const source = createHttpSource(requireAddress(address), needs);
  const findings = createFindings((line) => process.stdout.write(`${line}\n`));
  const recomputation = values.recompute === undefined ? null : createRecomputation(requireDay(values.recompute));
  const timezone = timezoneOption(values.timezone);
  const comparison =
    values.prices && createPriceComparison(values.prices.map((file) => openPriceFile(resolvePath(file), timezone)));
  // Beside what was found, so that a reader of a long record sees that it goes on.
  const { report } = createProgress(Date.now, (line) => process.stderr.write(line));
  const options: VerifyOptions = {
    crypto: recordCrypto,
    now: Date.now,
    pause,
    random: (count) => randomInt(count),
    key: values.key,
    since: values.since === undefined ? undefined : await readNote(resolvePath(values.since)),
    against: values.against === undefined ? undefined : await openCopy(requireAddress(values.against), needs),
    witnesses: parseWitnesses(values.witness ?? [], values.quorum, values['min-proven']),
    maxUncovered:
      values['max-uncovered'] === undefined ? null : requirePercent('max-uncovered', values['max-uncovered']),
    newestMs: null,
    progress: (read, size) => report('leaves', read / size),
    ...(recomputation && { onLeaf: recomputation.add }),
    ...(comparison && { onPrice: comparison.add }),
  };
  await verifyRecord(source, options, findings);
  await orWithheld(findings, async () => recomputation?.finish(source, findings));
  comparison?.finish(findings);
  process.exitCode = printVerdict(findings);
});

function requireAddress(address: string): string {
  if (/^https?:\/\//.test(address) && URL.canParse(address)) return address;
  throw new UsageError(
    `${address === '' ? 'Say which record' : `${address} is no address`}: write http://… or https://….`,
  );
}

function requireDay(day: string): string {
  if (!z.iso.date().safeParse(day).success) throw new UsageError(`--recompute ${day} is no day: write 2026-11-20.`);
  return day;
}

function requirePercent(name: string, text: string): number {
  const percent = text.trim() === '' ? Number.NaN : Number(text);
  if (percent >= 0 && percent <= 100) return percent;
  throw new UsageError(`--${name} ${text}: write a percentage from 0 to 100.`);
}

function readNote(path: string): Promise<string> {
  return readFile(path, 'utf8').catch((error: unknown) => {
    throw new UsageError(`${path} cannot be read: ${getErrorMessage(error)}`);
  });
}

function parseWitnesses(vkeys: readonly string[], quorum?: string, minProven?: string): VerifyOptions['witnesses'] {
  if (vkeys.length === 0) {
    if (quorum === undefined && minProven === undefined) return undefined;
    throw new UsageError('--quorum and --min-proven need the witnesses: --witness <vkey>, once for each.');
  }
  const keys = vkeys.map((vkey) => {
    const key = parseWitnessVkey(vkey);
    if (!key) throw new UsageError(`${vkey} is no verifier key of a witness.`);
    return key;
  });
  const count = quorum === undefined ? keys.length : Number(quorum);
  if (!Number.isInteger(count) || count < 1 || count > keys.length)
    throw new UsageError(`--quorum ${quorum}: write a number from 1 to ${keys.length}.`);
  return {
    keys,
    quorum: count,
    minProven: minProven === undefined ? usualMinProven : requirePercent('min-proven', minProven),
  };
}

/** A server that withholds something must not hide what has failed before. */
async function orWithheld(findings: Findings, check: () => Promise<void>): Promise<void> {
  try {
    await check();
  } catch (error) {
    if (error instanceof Withheld) findings.fails(3, null, error.message);
    else if (error instanceof UsageError) findings.skips(error.message);
    else throw error;
  }
}

/** The last line of a verification, and its exit code. */
function printVerdict(findings: Findings): number {
  const [failures, skipped] = [findings.countFailures(), findings.countSkipped()];
  if (failures > 0) process.stdout.write(`Failed checks: ${failures}.\n`);
  else process.stdout.write(skipped > 0 ? `Passed, but ${skipped} checks were not made.\n` : 'All checks passed.\n');
  if (failures > 0) return 1;
  return skipped > 0 ? 2 : 0;
}
