import type { z } from 'zod';
import type { InclusionProof } from '#contract/record.ts';
import { recordPaths } from '#contract/record-paths.ts';
import type { RecordLeaves } from '#contract/record-views.ts';
import { isApiError } from '../api/api-error.ts';
import { getPublic, getPublicText } from '../api/request.ts';
import { answersQuestion } from './answers-question.ts';
import { fromHex, isSame } from './bytes.ts';
import { followsFromPrices } from './follows-from-prices.ts';
import { type Continuity, saveCheckpoint } from './saved-checkpoint.ts';
import { openCheckpoint, type Signature, type SignedCheckpoint } from './signed-checkpoint.ts';
import { hashOfLeaf, rootFromProof } from './tree-proof.ts';

export type Leaf = RecordLeaves['leaves'][number];

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
  readonly signature: Signature;
  readonly continuity: Continuity;
  readonly size: number;
}

/** `no_crypto`: the page is not a secure context, so that the browser offers no Web Crypto. */
export type CheckFailure = 'not_found' | 'no_crypto' | 'unreadable' | 'offline';

export type Checked = { readonly kind: 'checked'; readonly findings: Findings } | { readonly kind: CheckFailure };

/**
 * Computed entirely in this browser: the server only provides the data. `id`: a leaf number or a
 * signal id.
 */
export async function checkEntry(id: string, abort: AbortSignal): Promise<Checked> {
  if (!globalThis.crypto?.subtle) return { kind: 'no_crypto' };
  try {
    return await check(id, abort);
  } catch (error) {
    if (abort.aborted) throw error;
    if (isApiError(error, 'not_found') || isApiError(error, 'validation_failed')) return { kind: 'not_found' };
    return { kind: isApiError(error, 'offline') || isApiError(error, 'timed_out') ? 'offline' : 'unreadable' };
  }
}

async function check(id: string, abort: AbortSignal): Promise<Checked> {
  const entry = await getPublic<RecordLeaves>(addressed(recordPaths.entry, id), abort);
  const newest = Math.max(...entry.leaves.map(({ index }) => index));
  const [note, key] = await Promise.all([
    // A leaf newer than the newest checkpoint gets a signed one.
    getPublicText(`${recordPaths.checkpoint}?minSize=${newest + 1}`, abort),
    getPublicText(recordPaths.key, abort),
  ]);
  const checkpoint = await openCheckpoint(note, key);
  if (!checkpoint) return { kind: 'unreadable' };
  const included = await Promise.all(entry.leaves.map((leaf) => isIncluded(leaf, checkpoint, abort)));
  const findings = {
    entry,
    isAnswer: answersQuestion(id, entry),
    isLeafTrue: await areLeavesTrue(entry.leaves),
    followsFromPrices: followsFromPrices(entry.leaves),
    isIncluded: included.every(Boolean),
    signature: checkpoint.signature,
    continuity: await saveCheckpoint({ key: key.trim(), note }, checkpoint),
    size: checkpoint.size,
  };
  return { kind: 'checked', findings };
}

async function areLeavesTrue(leaves: readonly Leaf[]): Promise<boolean | null> {
  const open = leaves.filter(({ leaf }) => leaf !== undefined);
  if (open.length === 0) return null;
  const isTrue = await Promise.all(
    open.map(async ({ leaf, leafHash }) => isSame(await hashOfLeaf(leaf ?? {}), fromHex(leafHash))),
  );
  return isTrue.every(Boolean);
}

async function isIncluded({ index, leafHash }: Leaf, head: SignedCheckpoint, abort: AbortSignal): Promise<boolean> {
  const { hashes } = await readProof(index, head.size, abort);
  const proof = hashes.map((hash) => fromHex(hash) ?? new Uint8Array());
  const leaf = fromHex(leafHash);
  return leaf !== null && isSame(await rootFromProof(leaf, { index, size: head.size }, proof), head.rootBytes);
}

function readProof(index: number, size: number, abort: AbortSignal): Promise<z.infer<typeof InclusionProof>> {
  return getPublic(`${addressed(recordPaths.proof, String(index))}?size=${size}`, abort);
}

const addressed = (path: string, id: string): string => path.replace(':id', encodeURIComponent(id));
