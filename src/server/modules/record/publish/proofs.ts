import type { z } from 'zod';
import type { ConsistencyProof, ConsistencyQuery, InclusionProof } from '#contract/record/record.ts';
import type { Database } from '#server/database/connection.ts';
import { apiError, invalidField } from '#server/http/api-error.ts';
import { findIndexOfSignal, listLeafHashes } from '../append/record.repository.ts';
import type { Checkpoints } from '../sign/checkpoints.ts';
import { readConsistencyProof, readInclusionProof } from '../sign/record-tree.ts';

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
