import type { z } from 'zod';
import type { RecordPage } from '#contract/record.ts';
import { toInstant } from '#contract/wire.ts';
import type { Clock } from '#domain/clock.ts';
import type { Database } from '#server/database/connection.ts';
import { countLeaves, listLeaves } from './record.repository.ts';

export type ReadRecord = (page: { from: number; limit: number }) => Promise<z.infer<typeof RecordPage>>;

/** The hash is public at once; what was hashed opens when the signal has expired, so that nobody trades on it first. */
export const createReadRecord =
  ({ db, clock }: { db: Database; clock: Clock }): ReadRecord =>
  async ({ from, limit }) => {
    const [size, rows] = await Promise.all([countLeaves(db), listLeaves(db, from, limit)]);
    return {
      size,
      items: rows.map(({ leaf, status, expiresAt }) => {
        const isOpen = status === 'settled' || (expiresAt !== null && expiresAt.getTime() <= clock.now());
        return {
          index: leaf.index,
          kind: leaf.kind,
          at: toInstant(leaf.at.getTime()),
          leafHash: leaf.leafHash.toString('hex'),
          ...(isOpen ? { leaf: JSON.parse(leaf.leaf) as Record<string, unknown> } : {}),
        };
      }),
    };
  };
