import type { z } from 'zod';
import { recordPaths } from '#contract/paths.ts';
import type { InclusionProof } from '#contract/record/record.ts';
import type { RecordLeaves } from '#contract/record/views.ts';
import { fromHex, isSame } from '#record/bytes.ts';
import { rootFromProof } from '#record/merkle-path.ts';
import { isApiError } from '#web/api/api-error.ts';
import { getWorkingStats } from '#web/session/working-stats.ts';
import { fillPath, getPublic, getPublicText } from '#web/api/request.ts';
import { serverClock } from '#web/api/server-clock.ts';
import { computeLeafHash, openCheckpoint, sha256, type SignedCheckpoint } from './signed-checkpoint.ts';
import { followsFromPrices, type RecordedLeaf } from './leaf-rules.ts';
import { type Around, checkAround, isSameBlock, type Proven, shown, Withheld } from './leaves-around.ts';
import { type Continuity, saveCheckpoint } from './saved-checkpoint.ts';

/** Results of checking an entry; null: the step could not be performed. */
export interface Findings {
  /** The requested number, and every leaf of the same signal. */
  readonly entry: RecordLeaves;
  /** The leaves belong to the requested entry, and to a single signal. */
  readonly isAnswer: boolean;
  /** Every opened leaf matches its published hash; null: none is opened yet. */
  readonly isLeafTrue: boolean | null;
  /** The outcome follows from the recorded prices and instants; null: there are none. */
  readonly followsFromPrices: boolean | null;
  /** Every hash is in the tree of the checkpoint. */
  readonly isIncluded: boolean;
  /** The key of the record signed the checkpoint. */
  readonly isSigned: boolean;
  readonly continuity: Continuity;
  /** Whether anything is missing among the leaves around it. */
  readonly around: Around;
  readonly size: number;
}

type CheckFailure = 'not_found' | 'unreadable' | 'offline';

/** `withheld`: the server signed a leaf with this number, but does not show it. */
export type Checked =
  | { readonly kind: 'checked'; readonly findings: Findings }
  | { readonly kind: 'withheld'; readonly index: number }
  | { readonly kind: CheckFailure };

/**
 * Computed entirely in this browser: the server only provides the data. `id`: a leaf number or a
 * signal id.
 */
export async function checkEntry(id: string, abort: AbortSignal): Promise<Checked> {
  try {
    return await check(id, abort);
  } catch (error) {
    if (abort.aborted) throw error;
    return error instanceof Withheld ? ofWithheld(error, abort) : ofError(error);
  }
}

async function check(id: string, abort: AbortSignal): Promise<Checked> {
  const requested = getPublic<RecordLeaves>(fillPath(recordPaths.entry, id), abort);
  const entry = await (/^\d+$/.test(id) ? shown(Number(id), requested) : requested);
  const newest = Math.max(...entry.leaves.map(({ index }) => index));
  const [checkpoint] = await Promise.all([
    // A leaf newer than the newest checkpoint gets a signed one.
    getCheckpoint(`?minSize=${newest + 1}`, abort),
    // Sets the clock; without an answer the clock of this device is used.
    getWorkingStats().catch(() => undefined),
  ]);
  if (!checkpoint) return { kind: 'unreadable' };
  const proven = await Promise.all(entry.leaves.map(({ index }) => prove(index, checkpoint, abort)));
  const findings = {
    entry,
    isAnswer: answersQuestion(id, entry),
    isLeafTrue: areLeavesTrue(entry.leaves),
    followsFromPrices: followsFromPrices(entry.leaves),
    isIncluded: entry.leaves.every((leaf, i) => isIncluded(leaf, checkpoint, proven[i])),
    isSigned: checkpoint.isSigned,
    continuity: await saveCheckpoint(checkpoint.known, checkpoint),
    around: await checkAround(
      [...ends(proven), ...(await proveNewest(entry.leaves, checkpoint, abort))],
      new Set(entry.leaves.map(({ index }) => index)),
      { head: checkpoint, now: serverClock.now(), abort },
    ),
    size: checkpoint.size,
  };
  return { kind: 'checked', findings };
}

/**
 * Whether the leaves belong to the requested entry, judged by the hashed content and not by the
 * server's labels: its number is among them, all belong to one signal, and that signal is the
 * requested one. An unopened leaf is trusted.
 */
function answersQuestion(id: string, { index, leaves }: RecordLeaves): boolean {
  const subjects = new Set(leaves.flatMap((one) => (one.leaf ? [getSubject(one)] : [])));
  const requested = /^\d+$/.test(id) ? Number(id) : null;
  const named = requested === null ? leaves.find((one) => one.index === index)?.leaf : undefined;
  return (
    leaves.some((one) => one.index === (requested ?? index)) &&
    (requested === null || requested === index) &&
    new Set(leaves.map((one) => one.index)).size === leaves.length &&
    subjects.size <= 1 &&
    leaves.every(hasExpectedKind) &&
    hasBeginning(leaves) &&
    (named === undefined || named['id'] === id.toLowerCase())
  );
}

/** The id of the signal; for a forecast that no user received, the hash of its leaf. */
const getSubject = ({ leaf, leafHash }: RecordedLeaf): unknown =>
  leaf?.['id'] ?? leaf?.['signal'] ?? leaf?.['forecast'] ?? leafHash;

/** Leaves whose form and kind have the same name. */
const formKinds = ['gap', 'succession'] as const;

function hasExpectedKind({ kind, leaf }: RecordedLeaf): boolean {
  if (!leaf) return true;
  const isEnd = 'result' in leaf || leaf['form'] === 'minute-prices/1';
  if (isEnd) return kind === (leaf['result'] === 'void' ? 'void' : 'outcome');
  const own = formKinds.find((one) => leaf['form'] === `${one}/1`);
  if (own) return kind === own;
  return kind === ('id' in leaf ? 'signal' : 'forecast');
}

/** A leaf that ends an entry must be accompanied by the leaf that it ends. */
const hasBeginning = (leaves: readonly RecordedLeaf[]): boolean =>
  leaves.some(({ kind }) => kind !== 'outcome' && kind !== 'void');

function areLeavesTrue(leaves: readonly RecordedLeaf[]): boolean | null {
  const open = leaves.filter(({ leaf }) => leaf !== undefined);
  if (open.length === 0) return null;
  return open.every(({ leaf, leafHash }) => isSame(computeLeafHash(leaf ?? {}), fromHex(leafHash)));
}

function isIncluded({ index, leafHash }: RecordedLeaf, head: SignedCheckpoint, proven?: Proven): boolean {
  const leaf = fromHex(leafHash);
  return isSame(leaf && proven && rootFromProof(sha256, leaf, index, head.size, proven.proof), head.rootBytes);
}

const ends = (proven: readonly Proven[]): Proven[] => [...proven.slice(0, 1), ...proven.slice(1).slice(-1)];

/** Proves the newest leaf too while the outcome is missing, which shows whether it is overdue. */
async function proveNewest(
  leaves: readonly RecordedLeaf[],
  head: SignedCheckpoint,
  abort: AbortSignal,
): Promise<Proven[]> {
  const [only, ...others] = leaves;
  const newest = head.size - 1;
  if (!only || others.length > 0 || !awaitsOutcome(only) || isSameBlock(only.index, newest)) return [];
  return [await prove(newest, head, abort)];
}

const awaitsOutcome = ({ kind, leaf }: RecordedLeaf): boolean =>
  kind === 'signal' || (kind === 'forecast' && leaf?.['form'] !== 'answer/1');

async function prove(index: number, { size }: SignedCheckpoint, abort: AbortSignal): Promise<Proven> {
  const { hashes } = await getProof(index, size, abort);
  return { index, proof: hashes.map((hash) => fromHex(hash) ?? new Uint8Array()) };
}

function getProof(index: number, size: number, abort: AbortSignal): Promise<z.infer<typeof InclusionProof>> {
  const path = `${fillPath(recordPaths.proof, String(index))}?size=${size}`;
  return shown(index, getPublic(path, abort));
}

/** A leaf is withheld when the server itself has signed that there is one. */
async function ofWithheld({ index }: Withheld, abort: AbortSignal): Promise<Checked> {
  try {
    const checkpoint = await getCheckpoint('', abort);
    if (!checkpoint) return { kind: 'unreadable' };
    return index < checkpoint.size ? { kind: 'withheld', index } : { kind: 'not_found' };
  } catch (error) {
    return ofError(error);
  }
}

async function getCheckpoint(query: string, abort: AbortSignal) {
  const [note, key] = await Promise.all([
    getPublicText(recordPaths.checkpoint + query, abort),
    getPublicText(recordPaths.key, abort),
  ]);
  const checkpoint = openCheckpoint(note, key);
  return checkpoint && { ...checkpoint, known: { key: key.trim(), note } };
}

function ofError(error: unknown): Checked {
  if (isApiError(error, 'not_found') || isApiError(error, 'validation_failed')) return { kind: 'not_found' };
  return { kind: isApiError(error, 'offline') || isApiError(error, 'timed_out') ? 'offline' : 'unreadable' };
}
