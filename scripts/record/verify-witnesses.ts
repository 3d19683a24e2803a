import { sha256 } from '#node/sha256.ts';
import { parseCheckpoint, parseNote } from '#record/checkpoint.ts';
import { isMarketOpen } from '#domain/market/trading-hours.ts';
import { minuteMs } from '#domain/time.ts';
import { getWitnessId, openCosignature, parseWitnessVkey, recordCrypto } from '#node/notes.ts';
import type { VerifierKey } from '#record/signed-note.ts';
import { UsageError } from '../command/usage-error.ts';
import type { Findings } from '#record/verify/findings.ts';
import { createRoots, type HashList } from '#record/verify/hash-list.ts';
import type { TimedStatement } from '#record/verify/statement-list.ts';
import type { RecordAddress } from './record-address.ts';

/** The witnesses that the reader trusts, and how many must agree. */
export interface TrustedWitnesses {
  readonly keys: readonly VerifierKey[];
  readonly quorum: number;
  /** The share of statements that they must have seen in time. */
  readonly minProven: number;
}

interface Seen {
  readonly size: number;
  /** Milliseconds UTC, as the witness states it. */
  readonly at: number;
}

interface Verification {
  /** Hashes of all leaves. */
  readonly hashes: HashList;
  readonly statements: Iterable<TimedStatement>;
  /** Verifier key of the record. */
  readonly key: string;
  readonly now: number;
}

/** A leaf is in the next checkpoint a second later, and cosigned some seconds after that. */
const backDatedMs = minuteMs;
/** The record grows each minute, and so do its cosignatures. */
const cosignedWithinMs = 10 * minuteMs;

/** Of the statements of a record that was never stopped, all but a few are cosigned within seconds. */
const usualMinProven = 0.99;

export function trustedWitnesses(
  vkeys: readonly string[],
  quorum: string | undefined,
  minProven?: string,
): TrustedWitnesses | null {
  if (vkeys.length === 0) {
    if (quorum !== undefined) throw new UsageError('--quorum needs the witnesses: --witness <vkey>, once for each.');
    if (minProven !== undefined) throw new UsageError('--min-proven needs the witnesses: --witness <vkey>.');
    return null;
  }
  const share = minProven === undefined ? usualMinProven : Number(minProven) / 100;
  if (!(share >= 0 && share <= 1)) throw new UsageError(`--min-proven ${minProven}: write a percentage from 0 to 100.`);
  const keys = vkeys.map((vkey) => {
    const key = parseWitnessVkey(vkey);
    if (!key) throw new UsageError(`${vkey} is no verifier key of a witness.`);
    return key;
  });
  const count = quorum === undefined ? keys.length : Number(quorum);
  if (!Number.isInteger(count) || count < 1 || count > keys.length)
    throw new UsageError(`--quorum ${quorum}: write a number from 1 to ${keys.length}.`);
  return { keys, quorum: count, minProven: share };
}

/**
 * Checks what these witnesses saw: the same history, no statement that was added after the time it
 * states, and which statements were proven before they expired.
 */
export async function verifyWitnesses(
  record: RecordAddress,
  { keys: trusted, quorum, minProven }: TrustedWitnesses,
  { hashes, statements, key, now }: Verification,
  findings: Findings,
): Promise<WitnessedTimes> {
  const seen = await readSeen(record, { keys: trusted, quorum, minProven }, { hashes, key }, findings);
  verifyTimes(statements, seen.flat(), findings);
  const newest = getProvenAt(seen, quorum, (all) => all.at(-1));
  if (newest === null || now - newest > cosignedWithinMs)
    findings.fails('quorum', `no checkpoint of the last ten minutes is cosigned by ${quorum} of these witnesses`);
  printSilence(seen, quorum, findings);
  countProven(statements, seen, { quorum, minProven }, findings);
  return { seenAt: (index) => getProvenAt(seen, quorum, (all) => all.find(({ size }) => size > index)) };
}

export interface WitnessedTimes {
  /** When the first checkpoint that holds this leaf had its quorum, milliseconds UTC; null: none has. */
  seenAt(index: number): number | null;
}

/** What each witness cosigned of this history, smallest first. */
async function readSeen(
  record: RecordAddress,
  { keys: trusted }: TrustedWitnesses,
  { hashes, key: recordKey }: Pick<Verification, 'hashes' | 'key'>,
  findings: Findings,
): Promise<Seen[][]> {
  const rootAt = createRoots(sha256, hashes);
  const computeRoot = (size: number): string => Buffer.from(rootAt(size)).toString('base64');
  const seen = new Map<string, Seen[]>(trusted.map((key) => [getWitnessId(key), []]));
  let checkpoints = 0;
  for await (const { size, note } of record.cosigned(hashes.length())) {
    const { text = '', signatures = [] } = parseNote(note) ?? {};
    const checkpoint = parseCheckpoint(text);
    const own = trusted.flatMap((key) => {
      const found = openCosignature(text, signatures, key);
      return found ? [{ id: getWitnessId(key), at: found.time * 1_000 }] : [];
    });
    if (own.length === 0 || !checkpoint) continue;
    checkpoints++;
    for (const { id, at } of own) seen.get(id)?.push({ size, at });
    const isOurs = checkpoint.size === size && checkpoint.root === computeRoot(size);
    if (!isOurs || !recordCrypto.isSignedBy(note, recordKey))
      findings.fails('witness', `${own[0]?.id} saw another history of ${size} leaves`);
  }
  findings.holds(`${checkpoints} cosigned checkpoints are of this history`);
  return [...seen.values()];
}

function verifyTimes(statements: Iterable<TimedStatement>, all: readonly Seen[], findings: Findings): void {
  const bySize = all.toSorted((a, b) => a.size - b.size);
  let [next, latest] = [0, Number.NEGATIVE_INFINITY];
  for (const { index, issuedAt } of statements) {
    for (let one = bySize[next]; one && one.size <= index; one = bySize[++next]) latest = Math.max(latest, one.at);
    if (issuedAt < latest - backDatedMs)
      findings.fails(
        'dated back',
        `leaf ${index} states ${iso(issuedAt)}, but a witness saw the record without it at ${iso(latest)}`,
      );
  }
}

/** At most a quarter of a forecast's duration, and never more than half a minute, after its time. */
const cosignedWithin = { ms: 30_000, share: 1 / 4 };
const provenBy = ({ issuedAt, expiresFrom }: TimedStatement): number =>
  issuedAt + Math.min(cosignedWithin.ms, cosignedWithin.share * (expiresFrom - issuedAt));
/** Clocks of witnesses and of the product may differ by this much. */
const clockToleranceMs = 5_000;

function countProven(
  statements: Iterable<TimedStatement>,
  seen: readonly (readonly Seen[])[],
  { quorum, minProven }: Pick<TrustedWitnesses, 'minProven' | 'quorum'>,
  findings: Findings,
): void {
  const places = seen.map(() => 0);
  const counts = { signal: { proven: 0, all: 0 }, minute: { proven: 0, all: 0 } };
  for (const statement of statements) {
    const { index, isMinute, issuedAt } = statement;
    const at = getProvenAt(seen, quorum, (all, i) => {
      while ((all[places[i] ?? 0]?.size ?? Number.POSITIVE_INFINITY) <= index) places[i] = (places[i] ?? 0) + 1;
      return all[places[i] ?? 0];
    });
    if (at !== null && issuedAt > at + clockToleranceMs)
      findings.fails(
        'ahead',
        `leaf ${index} states ${iso(issuedAt)}, but witnesses saw it in the record at ${iso(at)}`,
      );
    const count = counts[isMinute ? 'minute' : 'signal'];
    count.all++;
    if (at !== null && at <= provenBy(statement)) count.proven++;
  }
  const { signal, minute } = counts;
  const [proven, all] = [signal.proven + minute.proven, signal.all + minute.all];
  const sentence = `${signal.proven} of ${signal.all} signals and ${minute.proven} of ${minute.all} minutes were proven within seconds of the time they state, by ${quorum} of these witnesses`;
  if (proven < minProven * all)
    findings.fails('proven', `${sentence}: less than ${(100 * minProven).toFixed(0)} % (--min-proven)`);
  else findings.holds(sentence);
}

/** Two cosigned checkpoints are this far apart at most while the market is open. */
const maxSilenceMs = minuteMs;
const maxPrinted = 5;

function printSilence(seen: readonly (readonly Seen[])[], quorum: number, findings: Findings): void {
  const times = listQuorumTimes(seen, quorum);
  const silent = times.flatMap((at, i) => {
    const before = times[i - 1];
    return before !== undefined && at - before > maxSilenceMs && isOpenBetween(before, at)
      ? [{ from: before, to: at }]
      : [];
  });
  for (const { from, to } of silent.slice(0, maxPrinted))
    findings.notes(
      `from ${iso(from)} to ${iso(to)} no witness cosigned a checkpoint: what was stated then is unproven`,
    );
  if (silent.length > maxPrinted)
    findings.notes(
      `${silent.length - maxPrinted} more such gaps between checkpoints that ${quorum} of these witnesses should have cosigned`,
    );
}

/** When each checkpoint had its quorum, in their order. */
function listQuorumTimes(seen: readonly (readonly Seen[])[], quorum: number): number[] {
  const places = seen.map(() => 0);
  const sizes = [...new Set(seen.flat().map(({ size }) => size))].toSorted((a, b) => a - b);
  const times = sizes.flatMap(
    (wanted) =>
      getProvenAt(seen, quorum, (all, i) => {
        while ((all[places[i] ?? 0]?.size ?? wanted) < wanted) places[i] = (places[i] ?? 0) + 1;
        return all[places[i] ?? 0];
      }) ?? [],
  );
  return [...new Set(times)].toSorted((a, b) => a - b);
}

const isOpenBetween = (from: number, to: number): boolean => {
  for (let at = from; at < to; at += minuteMs) if (isMarketOpen({ calendar: 'forex', window: null }, at)) return true;
  return false;
};

/** When the quorum was reached, milliseconds UTC; null: it was not. */
function getProvenAt(
  seen: readonly (readonly Seen[])[],
  quorum: number,
  choose: (all: readonly Seen[], witness: number) => Seen | undefined,
): number | null {
  const times = seen.flatMap((all, i) => choose(all, i)?.at ?? []).toSorted((a, b) => a - b);
  return times[quorum - 1] ?? null;
}

const iso = (at: number): string => new Date(at).toISOString();
