import type { DayStop, LimitsAnswer } from '#contract/limits.ts';
import { toInstant } from '#contract/wire.ts';
import type { MarketClock } from '#domain/clock.ts';
import {
  changeLimits,
  countDay,
  limitsAt,
  noLimits,
  type OwnLimits,
  reachedLimit,
} from '#domain/signals/own-limits.ts';
import type { Outcome } from '#domain/signals/outcome.ts';
import { startOfDay, startOfNextDay } from '#domain/market/start-of-day.ts';
import type { Database } from '#server/database/connection.ts';
import { inTransaction } from '#server/database/in-transaction.ts';
import { orderWrites } from '#server/database/locks.ts';
import { apiError } from '#server/http/api-error.ts';
import type { LimitsApi } from './limits.api.ts';
import {
  findLimits,
  listAskedStops,
  type LimitsRow,
  listLimitedDays,
  listResultsSince,
  lockLimits,
  updateLimits,
} from './limits.repository.ts';

/**
 * The daily limits that a trader sets for themselves, and whether signals are stopped for the day.
 */
export interface OwnLimitsService extends Pick<LimitsApi, 'assertNotStopped' | 'listAskedStops' | 'listStopped'> {
  read(userId: string): Promise<LimitsAnswer>;
  /** A tighter limit applies at once, a looser one from the next day on. */
  change(userId: string, wanted: OwnLimits): Promise<LimitsAnswer>;
  /** No signals until the day ends. Cannot be undone. */
  stopToday(userId: string): Promise<LimitsAnswer>;
}

interface OwnLimitsServiceDependencies {
  readonly db: Database;
  /** The day is the one in which signals are issued. */
  readonly clock: MarketClock;
  readonly timezone: string;
}

export function createOwnLimitsService({ db, clock, timezone }: OwnLimitsServiceDependencies): OwnLimitsService {
  const resultsOfDay = (userId: string, now: number): Promise<(Outcome | null)[]> =>
    listResultsSince(db, userId, new Date(startOfDay(now, timezone)));

  const read = async (userId: string): Promise<LimitsAnswer> => {
    const now = clock.now();
    const [row, results] = await Promise.all([findLimits(db, userId), resultsOfDay(userId, now)]);
    const dayEnds = startOfNextDay(now, timezone);
    return toAnswer(row ?? emptyRow(userId, now), results, now, dayEnds, timezone);
  };

  const listStops = async (userIds: readonly string[]): Promise<ReadonlyMap<string, DayStop>> => {
    const now = clock.now();
    const dayEnds = startOfNextDay(now, timezone);
    const days = await listLimitedDays(db, userIds, new Date(startOfDay(now, timezone)));
    return new Map(
      days.flatMap(({ row, results }) => {
        const stop = findStop(row, results, now, dayEnds);
        return stop ? [[row.userId, stop]] : [];
      }),
    );
  };

  const write = async (userId: string, next: (row: LimitsRow, now: number, dayEnds: number) => LimitsRow) => {
    await inTransaction(db, async ({ tx }) => {
      const now = clock.now();
      const row = await lockLimits(tx, emptyRow(userId, now));
      await updateLimits(tx, { ...next(row, now, startOfNextDay(now, timezone)), changedAt: new Date(now) });
      // Signals are stored under the same lock: those after it read this row.
      await orderWrites(tx);
    });
    return read(userId);
  };

  return {
    read,
    change: (userId, wanted) =>
      write(userId, (row, now, dayEnds) => ({ ...row, ...changeLimits(row, wanted, now, dayEnds) })),
    stopToday: (userId) => write(userId, (row, _now, dayEnds) => ({ ...row, stoppedUntil: new Date(dayEnds) })),
    listAskedStops,
    listStopped: async (userIds) => new Set((await listStops(userIds)).keys()),
    assertNotStopped: async (userId) => {
      const stopped = (await listStops([userId])).get(userId);
      if (stopped) throw apiError('stopped_for_today', { details: stopped, params: { timezone } });
    },
  };
}

export const emptyRow = (userId: string, now: number): LimitsRow => ({
  userId,
  limits: noLimits,
  next: null,
  stoppedUntil: null,
  changedAt: new Date(now),
});

function findStop(row: LimitsRow, results: readonly (Outcome | null)[], now: number, dayEnds: number): DayStop | null {
  const { stoppedUntil } = row;
  if (stoppedUntil && stoppedUntil.getTime() > now) return { cause: 'asked', until: toInstant(stoppedUntil.getTime()) };
  const reached = reachedLimit(limitsAt(row, now), countDay(results));
  return reached && { cause: reached, until: toInstant(dayEnds) };
}

function toAnswer(
  row: LimitsRow,
  results: readonly (Outcome | null)[],
  now: number,
  dayEnds: number,
  timezone: string,
): LimitsAnswer {
  const next = row.next && row.next.from > now ? row.next : null;
  return {
    limits: limitsAt(row, now),
    next: next && { from: toInstant(next.from), limits: next.limits },
    stopped: findStop(row, results, now, dayEnds),
    today: {
      ...countDay(results),
      results: results.flatMap((result) => (result === null || result === 'void' ? [] : result)).toReversed(),
    },
    dayEnds: toInstant(dayEnds),
    timezone,
  };
}
