import type { z } from 'zod';
import type { SystemState } from '#contract/admin/system.ts';
import type { RecordPage } from '#contract/record/record.ts';
import type { RecordSummary } from '#contract/record/views.ts';
import { toInstant } from '#contract/wire.ts';
import type { MarketClock } from '#domain/time.ts';
import type { Database } from '#server/database/connection.ts';
import { openLeaf } from '../append/open-leaf.ts';
import { countLeaves, findFirstLeafAt, listLeaves } from '../append/record.repository.ts';
import { findLastCheckpoint } from '../sign/record-tree.repository.ts';

type ReadRecord = (page: { from: number; limit: number }) => Promise<z.infer<typeof RecordPage>>;

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

/** Length of the record, and how much of it was signed when. */
export async function readRecordState(
  db: Database,
  witnesses: SystemState['record']['witnesses'],
): Promise<SystemState['record']> {
  const [size, checkpoint] = await Promise.all([countLeaves(db), findLastCheckpoint(db)]);
  return {
    size,
    witnesses,
    checkpoint: checkpoint ? { size: checkpoint.size, signedAt: toInstant(checkpoint.signedAt.getTime()) } : null,
  };
}

interface ReadSummaryDependencies extends Pick<RecordSummary, 'feed' | 'payout' | 'excludesThinHours' | 'witnesses'> {
  readonly db: Database;
}

export const createReadSummary =
  ({ db, ...known }: ReadSummaryDependencies) =>
  async (): Promise<RecordSummary> => {
    const [size, since] = await Promise.all([countLeaves(db), findFirstLeafAt(db)]);
    return {
      size,
      since: since ? toInstant(since.getTime()) : null,
      ...known,
    };
  };
