import type { z } from 'zod';
import type { ConsistencyProof, ConsistencyQuery } from '#contract/record/record.ts';
import type { Database } from '#server/database/connection.ts';
import type { Checkpoints } from '../sign/checkpoints.ts';
import { readConsistencyProof } from '../sign/record-tree.ts';
import { requireSize } from './require-size.ts';

export type ProveConsistency = (query: z.infer<typeof ConsistencyQuery>) => Promise<z.infer<typeof ConsistencyProof>>;

interface ProveConsistencyDependencies {
  readonly db: Database;
  readonly checkpoints: Pick<Checkpoints, 'newest'>;
}

/**
 * Proves that the tree of `to` leaves begins with the tree of `from` leaves; without `to`, that of
 * the newest checkpoint.
 */
export const createProveConsistency =
  ({ db, checkpoints }: ProveConsistencyDependencies): ProveConsistency =>
  async ({ from, to: wanted }) => {
    const signed = (await checkpoints.newest(wanted ?? 0))?.size ?? 0;
    const to = wanted ?? signed;
    requireSize('to', to, 0, signed);
    requireSize('from', from, 0, to);
    const hashes = await readConsistencyProof(db, from, to);
    return { from, to, hashes: hashes.map((hash) => hash.toString('hex')) };
  };
