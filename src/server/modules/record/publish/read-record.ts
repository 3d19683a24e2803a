import type { z } from 'zod';
import type { RecordPage } from '#contract/record/record.ts';
import type { MarketClock } from '#domain/clock.ts';
import type { Database } from '#server/database/connection.ts';
import { openLeaf } from '../append/open-leaf.ts';
import { countLeaves, listLeaves } from '../append/record.repository.ts';

export type ReadRecord = (page: { from: number; limit: number }) => Promise<z.infer<typeof RecordPage>>;

interface ReadRecordDependencies {
  readonly db: Database;
  /** Decides what has expired. */
  readonly clock: MarketClock;
}

export const createReadRecord =
  ({ db, clock }: ReadRecordDependencies): ReadRecord =>
  async ({ from, limit }) => {
    const [size, rows] = await Promise.all([countLeaves(db), listLeaves(db, from, limit)]);
    return { size, items: rows.map((row) => openLeaf(row, clock.now())) };
  };
