import type { z } from 'zod';
import { recordPaths } from '#contract/paths.ts';
import type { ConsistencyProof } from '#contract/record/record.ts';
import { fromHex } from '#record/bytes.ts';
import { isConsistent, type TreeHead } from '#record/merkle-path.ts';
import { isApiError } from '#web/api/api-error.ts';
import { getPublic, getPublicText } from '#web/api/request.ts';
import { readStored, type Stored, writeStored } from '#web/storage/stored.ts';
import { openCheckpoint, sha256, type SignedCheckpoint } from './signed-checkpoint.ts';
import { isUnproven } from '../use-contradiction.ts';

/** A signed note, and the key that verified it. */
type KnownNote = Stored<'record-checkpoint'>;

/**
 * `first`: this browser had no saved checkpoint. `goes_on`: all saved entries are still there.
 * `rewritten`: they are not, and both notes are saved. `other_key`: signed by another
 * key, so it is another record. `unknown`: no proof was available now. `unproven`: the
 * server has long failed to prove it.
 */
export type Continuity = 'first' | 'goes_on' | 'rewritten' | 'other_key' | 'unknown' | 'unproven';

/**
 * Compares a checkpoint with the one saved in this browser, and saves the newer one if it extends
 * the older.
 */
export async function saveCheckpoint(found: KnownNote, checkpoint: SignedCheckpoint): Promise<Continuity> {
  if (!checkpoint.isSigned) return 'unknown';
  const saved = readStored('record-checkpoint');
  const known = saved && openCheckpoint(saved.note, saved.key);
  if (!saved || !known) {
    writeStored('record-checkpoint', found);
    return 'first';
  }
  if (saved.key !== found.key) return contradict(found, 'other_key');
  // An event may be older than a checkpoint read meanwhile: it must then be a prefix of it.
  const isNewer = checkpoint.size >= known.size;
  const continues = await (isNewer ? isContinued(known, checkpoint) : isContinued(checkpoint, known));
  if (continues === null) return withoutProof(found);
  if (!continues) return contradict(found, 'rewritten');
  writeStored('record-unproven', null);
  if (isNewer) writeStored('record-checkpoint', found);
  return 'goes_on';
}

/** Counts the failure, unless the server cannot be reached at all. */
async function withoutProof(found: KnownNote): Promise<Continuity> {
  try {
    await getPublicText(recordPaths.key);
  } catch {
    return 'unknown';
  }
  const now = Date.now();
  const before = readStored('record-unproven');
  const unproven = { ...found, since: before?.since ?? now, newest: now, attempts: (before?.attempts ?? 0) + 1 };
  writeStored('record-unproven', unproven);
  return isUnproven(unproven) ? 'unproven' : 'unknown';
}

function contradict(found: KnownNote, kind: 'rewritten' | 'other_key'): Continuity {
  writeStored('record-contradiction', { ...found, kind });
  return kind;
}

/** Null: the server did not answer. A server without a tree of that size provides no proof. */
async function isContinued(older: SignedCheckpoint, newer: SignedCheckpoint): Promise<boolean | null> {
  try {
    const { hashes } = await getProof(older.size, newer.size);
    return isConsistent(
      sha256,
      getHead(older),
      getHead(newer),
      hashes.map((hash) => fromHex(hash) ?? new Uint8Array()),
    );
  } catch (error) {
    return isApiError(error, 'validation_failed') ? false : null;
  }
}

const getProof = (from: number, to: number): Promise<z.infer<typeof ConsistencyProof>> =>
  from === to
    ? Promise.resolve({ from, to, hashes: [] })
    : getPublic(`${recordPaths.consistency}?from=${from}&to=${to}`);

const getHead = ({ size, rootBytes }: SignedCheckpoint): TreeHead => ({ size, root: rootBytes });

/** Accepts the current checkpoint as the new baseline, after the user has read the warning. */
export function clearCheckpoint(): void {
  writeStored('record-checkpoint', null);
  writeStored('record-contradiction', null);
  writeStored('record-unproven', null);
}
