import type { z } from 'zod';
import type { ConsistencyProof, ConsistencyQuery, InclusionProof } from '#contract/record/record.ts';
import type { Database } from '#server/database/connection.ts';
import { apiError, invalidField } from '#server/http/api-error.ts';
import { findIndexOfSignal, listLeafHashes } from '../append/record.repository.ts';
import type { Checkpoints } from '../sign/checkpoints.ts';
import { type CheckpointRow, readConsistencyProof, readInclusionProof } from '../sign/record-tree.ts';
import type { WallClock } from '#domain/time.ts';
import type { WitnessSide } from '#server/integrations/witness/witness.ts';
import { findCosignedAfter, findSignedBefore, readCosignedNote } from '../witnesses/cosignatures.repository.ts';

/** Accepts an allowed size of the tree; otherwise 400 with the allowed sizes. */
function requireSize(field: string, size: number, min: number, max: number): void {
  if (size >= min && size <= max) return;
  throw invalidField(field, 'notAllowed', { allowed: [`${min}–${max}`] });
}

interface ProofsDependencies {
  readonly db: Database;
  readonly checkpoints: Pick<Checkpoints, 'newest'>;
}

/**
 * Proves that the tree of `to` leaves begins with the tree of `from` leaves; without `to`, that of
 * the newest checkpoint.
 */
export const createProveConsistency =
  ({ db, checkpoints }: ProofsDependencies) =>
  async ({ from, to: wanted }: z.infer<typeof ConsistencyQuery>): Promise<z.infer<typeof ConsistencyProof>> => {
    const signed = (await checkpoints.newest(wanted ?? 0))?.size ?? 0;
    const to = wanted ?? signed;
    requireSize('to', to, 0, signed);
    requireSize('from', from, 0, to);
    const hashes = await readConsistencyProof(db, from, to);
    return { from, to, hashes: hashes.map((hash) => hash.toString('hex')) };
  };

type ProveInclusion = (request: {
  readonly of: number | string;
  readonly size?: number | undefined;
}) => Promise<z.infer<typeof InclusionProof>>;

/**
 * In the tree of the newest checkpoint, unless another size is requested; a newer leaf is signed
 * first.
 */
export const createProveInclusion =
  ({ db, checkpoints }: ProofsDependencies): ProveInclusion =>
  async ({ of, size: wanted }) => {
    const index = typeof of === 'number' ? of : await findIndexOfSignal(db, of);
    const signed = (await checkpoints.newest(Math.max((index ?? -1) + 1, wanted ?? 0)))?.size ?? 0;
    if (signed === 0) throw apiError('not_found');
    if (wanted !== undefined) requireSize('size', wanted, 1, signed);
    const size = wanted ?? signed;
    if (index === undefined || index >= size) throw apiError('not_found');
    const [[leafHash], proof] = await Promise.all([
      listLeafHashes(db, index, index + 1),
      readInclusionProof(db, index, size),
    ]);
    if (!leafHash) throw apiError('not_found');
    return { index, size, leafHash: leafHash.toString('hex'), hashes: proof.map((hash) => hash.toString('hex')) };
  };

interface ReadCheckpointDependencies {
  readonly db: Database;
  readonly checkpoints: Pick<Checkpoints, 'newest'>;
  readonly witnessSide: Pick<WitnessSide, 'witnesses' | 'quorum'>;
  readonly clock: WallClock;
}

/** How long a checkpoint waits for its cosignatures before readers get it without them. */
const waitMs = 15_000;

/**
 * The note for readers, with the cosignatures that it has. A checkpoint is served once a quorum has
 * cosigned it, or 15 s after it was signed, so that successive answers never shrink; a reader that
 * needs `minSize` leaves gets the newest one at once.
 */
export const createReadCheckpoint = ({ db, checkpoints, witnessSide, clock }: ReadCheckpointDependencies) => {
  const minCosignatures = Math.max(1, witnessSide.quorum);

  const findServed = async (): Promise<CheckpointRow | undefined> => {
    const waited = await findSignedBefore(db, new Date(clock.now() - waitMs));
    return (waited && (await findCosignedAfter(db, waited.size, minCosignatures))) ?? waited;
  };

  return async (minSize = 0): Promise<string | null> => {
    const newest = await checkpoints.newest(minSize);
    if (!newest) return null;
    const served = witnessSide.witnesses.length > 0 ? await findServed() : newest;
    return readCosignedNote(db, served && served.size >= minSize ? served : newest);
  };
};
