import type { z } from 'zod';
import type { InclusionProof } from '#contract/record/record.ts';
import type { Database } from '#server/database/connection.ts';
import { apiError } from '#server/http/api-error.ts';
import type { Checkpoints } from '../sign/checkpoints.ts';
import { findIndexOfSignal, listLeafHashes } from '../append/record.repository.ts';
import { readInclusionProof } from '../sign/record-tree.ts';
import { requireSize } from './require-size.ts';

interface ProofRequest {
  readonly of: number | string;
  readonly size?: number | undefined;
}

export type ProveInclusion = (request: ProofRequest) => Promise<z.infer<typeof InclusionProof>>;

interface ProveInclusionDependencies {
  readonly db: Database;
  readonly checkpoints: Pick<Checkpoints, 'newest'>;
}

/**
 * In the tree of the newest checkpoint, unless another size is requested; a newer leaf is signed
 * first.
 */
export const createProveInclusion =
  ({ db, checkpoints }: ProveInclusionDependencies): ProveInclusion =>
  async ({ of, size: wanted }) => {
    const index = typeof of === 'number' ? of : await findIndexOfSignal(db, of);
    const signed = (await checkpoints.newest(Math.max((index ?? -1) + 1, wanted ?? 0)))?.size ?? 0;
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
