import { readCheckpoint, readNote } from '#record/checkpoint.ts';
import type { RecordKeyTerm } from '#record/record-handover.ts';
import { minuteMs } from '#domain/time.ts';
import { growTree, joinSubtrees, type TreeEdge } from '#record/merkle-tree.ts';
import { openCosignature, readWitnessVkey, witnessIdOf } from '#server/modules/record/cosignature.ts';
import type { VerifierKey } from '#server/modules/record/signed-note.ts';
import { sha256 } from '#server/sha256.ts';
import { UsageError } from '#research/bars/usage-error.ts';
import type { Findings } from './findings.ts';
import type { RecordAddress } from './record-address.ts';
import { signerOf } from './signed-head.ts';

/** The witnesses that the reader trusts, and how many must agree. */
export interface TrustedWitnesses {
  readonly keys: readonly VerifierKey[];
  readonly quorum: number;
}

/** A statement of the record, in its order. Instants in milliseconds UTC. */
export interface TimedStatement {
  readonly index: number;
  readonly isMinute: boolean;
  readonly issuedAt: number;
  /** The earliest expiry that it can have. */
  readonly expiresFrom: number;
}

interface Seen {
  readonly size: number;
  /** Milliseconds UTC, as the witness states it. */
  readonly at: number;
}

interface Verification {
  /** Hashes of all leaves. */
  readonly hashes: readonly Buffer[];
  readonly statements: readonly TimedStatement[];
  readonly keys: readonly RecordKeyTerm[];
  readonly now: number;
}

/** A leaf is in the next checkpoint a second later, and cosigned some seconds after that. */
const backDatedMs = minuteMs;
/** The record grows each minute, and so do its cosignatures. */
const cosignedWithinMs = 10 * minuteMs;

export function trustedWitnesses(vkeys: readonly string[], quorum: string | undefined): TrustedWitnesses | null {
  if (vkeys.length === 0) {
    if (quorum !== undefined) throw new UsageError('--quorum needs the witnesses: --witness <vkey>, once for each.');
    return null;
  }
  const keys = vkeys.map((vkey) => {
    const key = readWitnessVkey(vkey);
    if (!key) throw new UsageError(`${vkey} is no verifier key of a witness.`);
    return key;
  });
  const count = quorum === undefined ? keys.length : Number(quorum);
  if (!Number.isInteger(count) || count < 1 || count > keys.length)
    throw new UsageError(`--quorum ${quorum}: write a number from 1 to ${keys.length}.`);
  return { keys, quorum: count };
}

/**
 * Checks what these witnesses saw: the same history, no statement that was added after the time it
 * states, and which statements were proven before they expired.
 */
export async function verifyWitnesses(
  record: RecordAddress,
  { keys: trusted, quorum }: TrustedWitnesses,
  { hashes, statements, keys, now }: Verification,
  findings: Findings,
): Promise<void> {
  const seen = await readSeen(record, { keys: trusted, quorum }, { hashes, keys }, findings);
  verifyTimes(statements, seen.flat(), findings);
  const newest = provenAtOf(seen, quorum, (all) => all.at(-1));
  if (newest === null || now - newest > cosignedWithinMs)
    findings.fails('quorum', `no checkpoint of the last ten minutes is cosigned by ${quorum} of these witnesses`);
  countProven(statements, seen, quorum, findings);
}

/** What each witness cosigned of this history, smallest first. */
export async function readSeen(
  record: RecordAddress,
  { keys: trusted }: TrustedWitnesses,
  { hashes, keys }: Pick<Verification, 'hashes' | 'keys'>,
  findings: Findings,
): Promise<Seen[][]> {
  const rootOf = createRoots(hashes);
  const seen = new Map<string, Seen[]>(trusted.map((key) => [witnessIdOf(key), []]));
  let checkpoints = 0;
  for await (const { size, note } of record.cosigned(hashes.length)) {
    const { text = '', signatures = [] } = readNote(note) ?? {};
    const checkpoint = readCheckpoint(text);
    const own = trusted.flatMap((key) => {
      const found = openCosignature(text, signatures, key);
      return found ? [{ id: witnessIdOf(key), at: found.time * 1_000 }] : [];
    });
    if (own.length === 0 || !checkpoint) continue;
    checkpoints++;
    for (const { id, at } of own) seen.get(id)?.push({ size, at });
    const isOurs = checkpoint.size === size && checkpoint.root === rootOf(size);
    if (!isOurs || !signerOf(note, checkpoint, keys))
      findings.fails('witness', `${own[0]?.id} saw another history of ${size} leaves`);
  }
  findings.holds(`${checkpoints} cosigned checkpoints are of this history`);
  return [...seen.values()];
}

/** Roots at growing sizes, base64. */
function createRoots(hashes: readonly Buffer[]): (size: number) => string {
  let [grown, edge]: [number, TreeEdge] = [0, []];
  return (size) => {
    ({ edge } = growTree(sha256, grown, edge, hashes.slice(grown, size)));
    grown = size;
    return Buffer.from(joinSubtrees(sha256, edge)).toString('base64');
  };
}

function verifyTimes(statements: readonly TimedStatement[], all: readonly Seen[], findings: Findings): void {
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

function countProven(
  statements: readonly TimedStatement[],
  seen: readonly (readonly Seen[])[],
  quorum: number,
  findings: Findings,
): void {
  const places = seen.map(() => 0);
  const counts = { signal: [0, 0], minute: [0, 0] };
  for (const { index, isMinute, expiresFrom } of statements) {
    const at = provenAtOf(seen, quorum, (all, i) => {
      while ((all[places[i] ?? 0]?.size ?? Number.POSITIVE_INFINITY) <= index) places[i] = (places[i] ?? 0) + 1;
      return all[places[i] ?? 0];
    });
    const count = counts[isMinute ? 'minute' : 'signal'];
    count[1] = (count[1] ?? 0) + 1;
    if (at !== null && at < expiresFrom) count[0] = (count[0] ?? 0) + 1;
  }
  const { signal, minute } = counts;
  findings.holds(
    `${signal[0]} of ${signal[1]} signals and ${minute[0]} of ${minute[1]} minutes were proven before they expired, by ${quorum} of these witnesses`,
  );
}

/** When the quorum was reached, milliseconds UTC; null: it was not. */
export function provenAtOf(
  seen: readonly (readonly Seen[])[],
  quorum: number,
  choose: (all: readonly Seen[], witness: number) => Seen | undefined,
): number | null {
  const times = seen.flatMap((all, i) => choose(all, i)?.at ?? []).toSorted((a, b) => a - b);
  return times[quorum - 1] ?? null;
}

const iso = (at: number): string => new Date(at).toISOString();
