import type { z } from 'zod';
import type { SystemState } from '#contract/admin/system.ts';
import type { RecordPage } from '#contract/record/record.ts';
import type { RecordSummary, SummaryQuery } from '#contract/record/views.ts';
import { toInstant } from '#contract/wire.ts';
import type { MarketClock, WallClock } from '#domain/clock.ts';
import type { Database } from '#server/database/connection.ts';
import { openLeaf } from '../append/open-leaf.ts';
import { countLeaves, findFirstLeafAt, findPlayedMinutes, listLeaves } from '../append/record.repository.ts';
import { cacheAnswer } from '#server/http/cache-answer.ts';
import { findLastCheckpoint } from '../sign/record-tree.repository.ts';
import { requireSize } from './proofs.ts';

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
  readonly clock: WallClock;
}

/** Reads the leaves of up to a week, and no more are played after the first start. */
const playedMaxAgeMs = 30_000;

export const createReadSummary = ({ db, clock, ...known }: ReadSummaryDependencies) => {
  const readPlayed = cacheAnswer({ clock, ms: playedMaxAgeMs, read: () => findPlayedMinutes(db, known.feed.id) });
  return async ({ size: wanted }: z.infer<typeof SummaryQuery>): Promise<RecordSummary> => {
    const [size, since, played] = await Promise.all([countLeaves(db), findFirstLeafAt(db), readPlayed()]);
    if (wanted !== undefined) requireSize('size', wanted, 0, size);
    return {
      size: wanted ?? size,
      since: since ? toInstant(since.getTime()) : null,
      ...known,
      played: played && { ...played, from: toInstant(played.from.getTime()), to: toInstant(played.to.getTime()) },
    };
  };
};
