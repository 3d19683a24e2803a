import type { MarketClock } from '#domain/clock.ts';
import { minuteMs, startOfMinute } from '#domain/time.ts';
import type { Database } from '#server/database/connection.ts';
import { inTransaction } from '#server/database/in-transaction.ts';
import { appendLeaves, lockFeed } from '#server/modules/record/append/append-leaves.ts';
import { type GapReasons, gapLeaves } from './gap-leaves.ts';

/**
 * Records every minute that is over without forecasts as a gap, except the last `grace` ones, whose
 * forecasts may still come.
 */
export type RecordGaps = (grace: number) => Promise<void>;

interface RecordGapsDependencies {
  readonly db: Database;
  readonly feed: string;
  readonly gapReasons: Pick<GapReasons, 'getReason' | 'findSilence'>;
  readonly clock: MarketClock;
}

export const createRecordGaps =
  ({ db, feed, gapReasons, clock }: RecordGapsDependencies): RecordGaps =>
  (grace) =>
    inTransaction(db, async ({ tx }) => {
      const end = await lockFeed(tx, feed);
      const { coveredTo } = end;
      const to = startOfMinute(clock.now()) - grace * minuteMs;
      if (coveredTo === null || coveredTo >= to) return;
      const at = new Date(clock.now());
      const { getReason, findSilence } = gapReasons;
      await appendLeaves(tx, gapLeaves(feed, { from: coveredTo, to, at }, getReason, findSilence), end);
    });
