import { recordCrypto } from '#node/notes.ts';
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { UsageError } from './command/usage-error.ts';
import { getErrorMessage } from '#domain/caught-error.ts';
import { resolvePlace } from './command/place.ts';
import { timezoneOption } from './command/parse-options.ts';
import { createProgress } from './command/progress.ts';
import { runCommand } from './command/run-command.ts';
import { pause } from '#research/history/fetch-with-retry.ts';
import { createFindings, type Findings } from '#record/verify/findings.ts';
import { createRecordAddress, type RecordAddress } from './record/record-address.ts';
import { signedHead } from '#record/verify/signed-head.ts';
import { verifyAddress, verifyGrowth } from './record/verify-address.ts';
import { trustedWitnesses } from './record/verify-witnesses.ts';
import { verifyFile } from './record/verify-file.ts';
import { openTileSource } from './record/signed-tiles.ts';
import { z } from 'zod';
import type { Item } from '#record/verify/check-leaves.ts';
import { collectPrices, comparePrices, openPriceFile } from './record/compare-prices.ts';
import { collectMinutes, recomputeDay } from './record/recompute-day.ts';

const needs = { fetchUrl: fetch, pause, waited: { ms: 0 } };

/**
 * npm run verify-record -- http://localhost:3000 [--from-file 2026-11-20.ndjson.gz] [--key name+id+key] [--since file]
 * Reads a published record and recomputes everything: signatures, hashes, the tree, proofs, outcomes, figures.
 * --from-file: the leaves of an exported day instead; with an address too, that day must be part of its record. --key: the
 * key that must have signed it, saved earlier. --since: a saved checkpoint, which the record must continue. --at: the
 * instant up to which the record must be complete, by default now. --witness: a witness that you trust (vkey), once for
 * each; --quorum: how many of them must have seen a statement within seconds, by default all; --min-proven: which
 * percentage of the statements they must have seen so, by default 99. --against: the address of a
 * mirror, or of another server, which must show the same history. --recompute: recomputes the shadow forecasts of that UTC day from its published bars and models. --prices:
 * compares the deciding prices (with --recompute, of that day) with another source of the same market: CSV files as in
 * REPLAY_FILES; --timezone: of their times that state none. Exit code 1: a check failed; 2: one was not made.
 */
await runCommand(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      'from-file': { type: 'string', multiple: true },
      key: { type: 'string' },
      since: { type: 'string' },
      at: { type: 'string' },
      witness: { type: 'string', multiple: true },
      quorum: { type: 'string' },
      'min-proven': { type: 'string' },
      recompute: { type: 'string' },
      prices: { type: 'string', multiple: true },
      timezone: { type: 'string' },
      against: { type: 'string' },
    },
  });
  const [address, ...more] = positionals;
  const files = values['from-file'] ?? [];
  if (more.length > 0) throw new UsageError(`One address at a time: ${more.join(' ')} is too much.`);
  if (address !== undefined && !/^https?:\/\//.test(address))
    throw new UsageError(`${address} is no address: write http://… or https://….`);
  const record = address === undefined ? null : createRecordAddress(address, needs);
  const { against } = values;
  if (!record && files.length === 0) throw new UsageError('Say which record: an address, or --from-file <file>.');
  if (against !== undefined && (!record || files.length > 0))
    throw new UsageError('--against compares a whole record: name its address, and no files.');

  const findings = createFindings((line) => process.stdout.write(`${line}\n`));
  if (record && values.key !== undefined) requireKey(await record.key(), values.key, findings);
  if (values.since !== undefined) await verifySince(resolvePlace(values.since), record, findings);
  for (const file of files) await verifyDay(resolvePlace(file), record, values.key, findings);
  if (record && address !== undefined && files.length === 0) {
    const witnesses = trustedWitnesses(values.witness ?? [], values.quorum, values['min-proven']);
    const compared =
      against === undefined
        ? undefined
        : { own: await openTileSource(address, needs), other: await openTileSource(against, needs) };
    const beyond = checkBeyond(
      record,
      { day: values.recompute, files: values.prices, timezone: timezoneOption(values.timezone) },
      findings,
    );
    // Beside what was found, so that a reader of a long record sees that it goes on.
    const { report } = createProgress(Date.now, (line) => process.stderr.write(line));
    const progress = (read: number, size: number): void => report('leaves', read / size);
    const demands = { now: parseInstant(values.at), witnesses, against: compared, progress };
    await verifyAddress(record, demands, findings, beyond.add);
    await beyond.finish();
  } else if (values.recompute !== undefined || values.prices) {
    throw new UsageError('--recompute and --prices need the address of the record, without --from-file.');
  }
  process.exitCode = printVerdict(findings);
});

function parseInstant(text: string | undefined): number {
  const at = text === undefined ? Date.now() : Date.parse(text);
  if (Number.isNaN(at)) throw new UsageError(`--at ${text} is no instant: write 2026-11-20T12:00:00Z.`);
  return at;
}

async function verifyDay(
  path: string,
  record: RecordAddress | null,
  known: string | undefined,
  findings: Findings,
): Promise<void> {
  const { key, head } = await verifyFile(path, findings);
  if (!record) {
    if (known !== undefined && known !== key) findings.fails('key', `the day is signed by ${key}, not by ${known}`);
    return;
  }
  if (!head) return;
  requireKey(await record.key(), key, findings);
  await verifyGrowth(record, head, key, findings);
}

/** A checkpoint saved earlier proves a history that no server can change afterwards. */
async function verifySince(path: string, record: RecordAddress | null, findings: Findings): Promise<void> {
  if (!record) throw new UsageError('--since needs the address of the record.');
  const note = await readFile(path, 'utf8').catch((error: unknown) => {
    throw new UsageError(`${path} cannot be read: ${getErrorMessage(error)}`);
  });
  const key = await record.key();
  const saved = signedHead(recordCrypto, note, key, 'the saved checkpoint', findings);
  if (saved) await verifyGrowth(record, saved, key, findings);
}

/** Requires that a previously known key signs the record. */
function requireKey(key: string, known: string, findings: Findings): void {
  if (key !== known) findings.fails('key', `the record is signed by ${key}, not by ${known}`);
}

interface Requested {
  /** The UTC day to recompute. */
  readonly day: string | undefined;
  readonly files: readonly string[] | undefined;
  readonly timezone: string | null;
}

/** Checks of leaves against what is published beside them: bars and models, and other prices. */
function checkBeyond(
  record: RecordAddress,
  { day, files, timezone }: Requested,
  findings: Findings,
): { add(item: Item): void; finish(): Promise<void> } {
  if (day !== undefined && !z.iso.date().safeParse(day).success)
    throw new UsageError(`--recompute ${day} is no day: write 2026-11-20.`);
  const sources = files?.map((file) => openPriceFile(resolvePlace(file), timezone));
  const minutes = day === undefined ? null : collectMinutes(day);
  const prices = sources ? collectPrices(day ?? null) : null;
  return {
    add: (item) => {
      minutes?.add(item);
      prices?.add(item);
    },
    finish: async () => {
      if (minutes && day !== undefined) await orSkip(findings, recomputeDay(record, day, minutes.minutes, findings));
      if (prices && sources) comparePrices(prices.prices, sources, findings);
    },
  };
}

/** What is not published, or not reachable, must not hide what has failed before. */
async function orSkip(findings: Findings, check: Promise<void>): Promise<void> {
  try {
    await check;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    findings.skips(error.message);
  }
}

/** The last line of a verification, and its exit code. */
function printVerdict(findings: Findings): number {
  const [failures, skipped] = [findings.failures(), findings.skipped()];
  if (failures > 0) process.stdout.write(`Failed checks: ${failures}.\n`);
  else process.stdout.write(skipped > 0 ? `Passed, but ${skipped} checks were not made.\n` : 'All checks passed.\n');
  if (failures > 0) return 1;
  return skipped > 0 ? 2 : 0;
}
