import type { MonthCoverage, RecordCoverage } from '#contract/record/views.ts';
import { mapKeys } from '#domain/objects.ts';
import { gapReasons } from '#domain/record/gaps.ts';
import { voidReasons } from '#domain/signals/outcome.ts';
import { minuteMs } from '#domain/time.ts';
import { cacheAnswer } from '#server/http/cache-answer.ts';
import { listMonthGaps, listMonthSums, listMonthVoids } from './counted-leaves.repository.ts';
import type { FiguresDependencies } from './read-record-sums.ts';

const maxMonths = 24;
/** Shares of whole months: nobody waits for the newest minute. */
const maxAgeMs = minuteMs;

/** What of each month has forecasts and outcomes, and what has not, with the reasons. */
export const createReadCoverage = ({
  db,
  countRecord,
  feed,
  clock,
}: Omit<FiguresDependencies, 'payout'>): (() => Promise<RecordCoverage>) =>
  cacheAnswer({
    clock,
    ms: maxAgeMs,
    read: async () => {
      await countRecord();
      const months = { feed, since: firstMonth(clock.now()) };
      const [sums, gaps, voids] = await Promise.all([
        listMonthSums(db, months),
        listMonthGaps(db, months),
        listMonthVoids(db, months),
      ]);
      const named = [...new Set([...sums, ...gaps].map(({ month }) => month))].toSorted().toReversed();
      return {
        months: named.slice(0, maxMonths).map((month): MonthCoverage => {
          const own = sums.find((one) => one.month === month);
          return {
            month,
            minutes: own?.minutes ?? 0,
            gaps: byReason(gapReasons, month, gaps),
            signals: own?.signals ?? 0,
            practice: own?.practice ?? 0,
            voids: byReason(voidReasons, month, voids),
          };
        }),
      };
    },
  });

const firstMonth = (now: number): string => {
  const date = new Date(now);
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1 - maxMonths)).toISOString().slice(0, 7);
};

type Shares = Awaited<ReturnType<typeof listMonthGaps>>;

const byReason = <Reason extends string>(
  reasons: readonly Reason[],
  month: string,
  shares: Shares,
): Record<Reason, number> => {
  const found = new Map(shares.filter((one) => one.month === month).map(({ reason, count }) => [reason, count]));
  return mapKeys(reasons, (reason) => found.get(reason) ?? 0);
};
