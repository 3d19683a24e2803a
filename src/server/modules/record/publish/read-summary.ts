import type { z } from 'zod';
import type { RecordSummary, SummaryQuery } from '#contract/record/views.ts';
import { toInstant } from '#contract/wire.ts';
import type { WallClock } from '#domain/clock.ts';
import type { Database } from '#server/database/connection.ts';
import { createCachedRead } from '../figures/cached-read.ts';
import { requireSize } from './proofs.ts';
import { countLeaves, findFirstLeafAt, findPlayedMinutes } from '../append/record.repository.ts';

export type ReadSummary = (query: z.infer<typeof SummaryQuery>) => Promise<RecordSummary>;

interface ReadSummaryDependencies extends Pick<RecordSummary, 'feed' | 'payout' | 'excludesThinHours' | 'witnesses'> {
  readonly db: Database;
  readonly clock: WallClock;
}

/** Reads the leaves of up to a week, and no more are played after the first start. */
const playedMaxAgeMs = 30_000;

export const createReadSummary = ({ db, clock, ...known }: ReadSummaryDependencies): ReadSummary => {
  const readPlayed = createCachedRead(() => findPlayedMinutes(db, known.feed.id), { maxAgeMs: playedMaxAgeMs, clock });
  return async ({ size: wanted }) => {
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
