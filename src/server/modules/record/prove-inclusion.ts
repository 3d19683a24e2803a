import type { z } from 'zod';
import type { InclusionProof } from '#contract/record.ts';
import { inclusionProof } from '#engine/record/merkle-tree.ts';
import type { Database } from '#server/database/connection.ts';
import { problem } from '#server/http/problem.ts';
import { countLeaves, findIndexOfSignal, listLeafHashes } from './record.repository.ts';
import { sha256 } from './sha256.ts';

interface ProofRequest {
  readonly of: number | string;
  readonly size?: number | undefined;
}

export type ProveInclusion = (request: ProofRequest) => Promise<z.infer<typeof InclusionProof>>;

export const createProveInclusion =
  (db: Database): ProveInclusion =>
  async ({ of, size: wanted }) => {
    const size = await countLeaves(db);
    const index = typeof of === 'number' ? of : await findIndexOfSignal(db, of);
    if (wanted !== undefined && wanted > size) throw unknownSize(size);
    const treeSize = wanted ?? size;
    if (index === undefined || index >= treeSize) throw problem('not_found');
    const hashes = await listLeafHashes(db, treeSize);
    const leaf = hashes[index];
    if (!leaf) throw problem('not_found');
    const proof = inclusionProof(sha256, hashes, index);
    return {
      index,
      size: treeSize,
      leafHash: leaf.toString('hex'),
      hashes: proof.map((hash) => Buffer.from(hash).toString('hex')),
    };
  };

const unknownSize = (size: number) =>
  problem('validation_failed', {
    params: { fields: 'size' },
    details: [{ field: 'size', message: `1–${size}`, allowed: [`1–${size}`] }],
  });
