import { and, asc, eq, gt, gte, sql } from 'drizzle-orm';
import type { Today } from '#contract/day-stop.ts';
import { toInstant } from '#contract/wire.ts';
import type { MarketClock } from '#domain/time.ts';
import { startOfDay, startOfNextDay } from '#domain/market/start-of-day.ts';
import { type Database, inTransaction } from '#server/database/connection.ts';
import { orderWrites } from '#server/database/locks.ts';
import { signals } from '#server/database/schema.ts';
import { dayStops } from '#server/database/tables/day-stop-tables.ts';
import { apiError } from '#server/http/api-error.ts';
import type { DayStopApi } from './day-stop.api.ts';

export interface DayStop extends Pick<DayStopApi, 'assertNotStopped' | 'listStopped'> {
  read(userId: string): Promise<Today>;
  /** No signals until the day ends. Cannot be undone. */
  stop(userId: string): Promise<Today>;
}

interface DayStopDependencies {
  readonly db: Database;
  /** The day is the one in which signals are issued. */
  readonly clock: MarketClock;
  readonly timezone: string;
}

export function createDayStop({ db, clock, timezone }: DayStopDependencies): DayStop {
  const findStop = async (userId: string): Promise<string | null> => {
    const isRunning = and(eq(dayStops.userId, userId), gt(dayStops.stoppedUntil, new Date(clock.now())));
    const [row] = await db.select().from(dayStops).where(isRunning);
    return row ? toInstant(row.stoppedUntil.getTime()) : null;
  };

  const read = async (userId: string): Promise<Today> => {
    const now = clock.now();
    const isOfDay = gte(signals.issuedAt, new Date(startOfDay(now, timezone)));
    const [stoppedUntil, rows] = await Promise.all([
      findStop(userId),
      db
        .select({ result: signals.result })
        .from(signals)
        .where(and(eq(signals.userId, userId), eq(signals.hasEdge, true), isOfDay))
        .orderBy(asc(signals.issuedAt)),
    ]);
    return {
      stoppedUntil,
      results: rows.flatMap(({ result }) => (result === null || result === 'void' ? [] : result)),
      dayEnds: toInstant(startOfNextDay(now, timezone)),
      timezone,
    };
  };

  return {
    read,
    stop: async (userId) => {
      await inTransaction(db, async ({ tx }) => {
        const stoppedUntil = new Date(startOfNextDay(clock.now(), timezone));
        const row = { userId, stoppedUntil };
        await tx.insert(dayStops).values(row).onConflictDoUpdate({ target: dayStops.userId, set: { stoppedUntil } });
        // Signals are stored under the same lock: those after it read this row.
        await orderWrites(tx);
      });
      return read(userId);
    },
    listStopped: async (userIds, tx) => {
      const isOfThem = sql`${dayStops.userId} = any(${sql.param([...userIds])}::uuid[])`;
      const rows = await (tx ?? db)
        .select({ userId: dayStops.userId })
        .from(dayStops)
        .where(and(isOfThem, gt(dayStops.stoppedUntil, new Date(clock.now()))));
      return new Set(rows.map(({ userId }) => userId));
    },
    assertNotStopped: async (userId) => {
      const until = await findStop(userId);
      if (until !== null) throw apiError('stopped_for_today', { details: { until }, params: { timezone } });
    },
  };
}
