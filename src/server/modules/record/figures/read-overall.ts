import type { z } from 'zod';
import type { OverallQuery, RecordOverall } from '#contract/record/views.ts';
import type { MarketClock } from '#domain/clock.ts';
import { getDay } from '#domain/statistics/day-sums.ts';
import { computeCountedFigures, type Tally } from '#domain/statistics/model-figures.ts';
import type { CountRecord } from './count-record.ts';
import type { ReadRecordSums } from './read-record-sums.ts';
import type { ReadSumsAt } from './read-sums-at.ts';

/** Outcomes of the forecasts of all models combined. */
export type ReadOverall = (query: z.infer<typeof OverallQuery>) => Promise<RecordOverall>;

interface ReadOverallDependencies {
  readonly sums: ReadRecordSums;
  readonly countRecord: CountRecord;
  readonly readSumsAt: ReadSumsAt;
  /** The running market. */
  readonly feed: string;
  /** Decides which days are the last ones. */
  readonly clock: MarketClock;
}

export const createReadOverall =
  ({ sums, countRecord, readSumsAt, feed: current, clock }: ReadOverallDependencies): ReadOverall =>
  async ({ feed = current, days, size }) => {
    await countRecord();
    if (size !== undefined) return toOverall((await readSumsAt(feed, size)).totals[0].signals);
    const { signals } =
      days === undefined ? await sums.totals(feed) : await sums.since(feed, getDay(clock.now()) - days + 1);
    return toOverall(signals);
  };

const toOverall = ({ all, practice }: Tally): RecordOverall => ({
  ...computeCountedFigures(all),
  practice: computeCountedFigures(practice),
});
