import { and, asc, eq, gt, gte, sql } from 'drizzle-orm';
import { dayStopEndpoints, type Today } from '#contract/day-stop.ts';
import { toInstant } from '#contract/wire.ts';
import { startOfDay, startOfNextDay } from '#domain/market/start-of-day.ts';
import { type Executor, inTransaction } from '#server/database/connection.ts';
import { orderWrites } from '#server/database/locks.ts';
import { signals } from '#server/database/schema.ts';
import { dayStops } from '#server/database/tables/trader-tables.ts';
import { apiError } from '#server/http/api-error.ts';
import { serveEndpoints } from '#server/http/serve-endpoints.ts';
import { type AccountsApi, getUser } from '#server/modules/accounts/accounts.api.ts';
import type { Platform } from '#server/start/platform.ts';
import type { ServerModule } from '#server/start/server-module.ts';
import type { DayStopApi } from './day-stop.api.ts';

interface DayStopContext extends Platform {
  readonly accounts: AccountsApi;
}

/** A trader stops signals for the rest of the day, which is checked before every signal. */
export function dayStopModule(ctx: DayStopContext): ServerModule<DayStopApi> {
  const listeners: ((userId: string) => Promise<void>)[] = [];
  return {
    routes: [
      serveEndpoints(dayStopEndpoints, ctx.accounts.guards, {
        'GET /api/today': (request) => readToday(ctx, getUser(request).id),
        'POST /api/today/stop': async (request) => {
          const { id } = getUser(request);
          const answer = await stopForToday(ctx, id);
          for (const listener of listeners) await listener(id);
          return answer;
        },
      }),
    ],
    api: {
      timezone: ctx.config.site.timezone,
      assertNotStopped: (userId) => assertNotStopped(ctx, userId),
      listStopped: (userIds, tx) => listStopped(ctx, userIds, tx),
      onStopped: (listener) => void listeners.push(listener),
    },
    components: [],
  };
}

/** The day is the one in which signals are issued. */
async function readToday(ctx: DayStopContext, userId: string): Promise<Today> {
  const { timezone } = ctx.config.site;
  const now = ctx.marketClock.now();
  const isOfDay = gte(signals.issuedAt, new Date(startOfDay(now, timezone)));
  const [stoppedUntil, rows] = await Promise.all([
    findStop(ctx, userId),
    ctx.db
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
}

/** No signals until the day ends. Cannot be undone. */
async function stopForToday(ctx: DayStopContext, userId: string): Promise<Today> {
  await inTransaction(ctx.db, async ({ tx }) => {
    const stoppedUntil = new Date(startOfNextDay(ctx.marketClock.now(), ctx.config.site.timezone));
    const row = { userId, stoppedUntil };
    await tx.insert(dayStops).values(row).onConflictDoUpdate({ target: dayStops.userId, set: { stoppedUntil } });
    // Signals are stored under the same lock: those after it read this row.
    await orderWrites(tx);
  });
  return readToday(ctx, userId);
}

async function assertNotStopped(ctx: DayStopContext, userId: string): Promise<void> {
  const until = await findStop(ctx, userId);
  const { timezone } = ctx.config.site;
  if (until !== null) throw apiError('stopped_for_today', { details: { until }, params: { timezone } });
}

async function findStop({ db, marketClock }: DayStopContext, userId: string): Promise<string | null> {
  const isRunning = and(eq(dayStops.userId, userId), gt(dayStops.stoppedUntil, new Date(marketClock.now())));
  const [row] = await db.select().from(dayStops).where(isRunning);
  return row ? toInstant(row.stoppedUntil.getTime()) : null;
}

async function listStopped(
  { db, marketClock }: DayStopContext,
  userIds: readonly string[],
  tx: Executor = db,
): Promise<ReadonlySet<string>> {
  const isOfThem = sql`${dayStops.userId} = any(${sql.param([...userIds])}::uuid[])`;
  const rows = await tx
    .select({ userId: dayStops.userId })
    .from(dayStops)
    .where(and(isOfThem, gt(dayStops.stoppedUntil, new Date(marketClock.now()))));
  return new Set(rows.map(({ userId }) => userId));
}
