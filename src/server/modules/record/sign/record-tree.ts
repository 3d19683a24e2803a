import { openNote } from '#node/notes.ts';
import { parseCheckpoint } from '#record/checkpoint.ts';
import { consistencyPath, inclusionPath, type LeafRange, toSubtrees } from '#record/merkle-path.ts';
import { joinSubtrees, type TreeEdge } from '#record/merkle-tree.ts';
import type { Executor } from '#server/database/connection.ts';
import { sha256 } from '#node/sha256.ts';
import type { TreeHead } from '#record/proofs.ts';
import type { VerifierKey } from '#record/signed-note.ts';
import { RecordError } from './record-key.ts';
import { listSubtrees } from './record-tree.repository.ts';

/** The edge of the tree at a size that it has already grown to. */
export const readEdge = (db: Executor, size: number): Promise<TreeEdge> =>
  listSubtrees(db, toSubtrees({ from: 0, to: size }));

export const readRoot = async (db: Executor, size: number): Promise<Buffer> =>
  Buffer.from(joinSubtrees(sha256, await readEdge(db, size)));

export const readInclusionProof = (db: Executor, index: number, size: number): Promise<Buffer[]> =>
  readPath(db, inclusionPath(index, size));

export const readConsistencyProof = (db: Executor, from: number, to: number): Promise<Buffer[]> =>
  readPath(db, consistencyPath(from, to));

/** One query for all hashes. */
async function readPath(db: Executor, path: readonly LeafRange[]): Promise<Buffer[]> {
  const parts = path.map(toSubtrees);
  const hashes = await listSubtrees(db, parts.flat());
  return parts.map((part) => Buffer.from(joinSubtrees(sha256, hashes.splice(0, part.length))));
}

/**
 * Parses the saved note; null: none is saved. Throws RecordError when the key of this record has not
 * signed it.
 */
export function parseSavedHead(note: string | null, key: VerifierKey): TreeHead | null {
  if (note === null) return null;
  const text = openNote(note, key);
  const checkpoint = text === null ? null : parseCheckpoint(text);
  if (!checkpoint) throw new RecordError('the saved checkpoint is not signed by the key of this record');
  return { size: checkpoint.size, root: Buffer.from(checkpoint.root, 'base64') };
}
