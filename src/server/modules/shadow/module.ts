import { minuteMs, startOfMinute } from '#domain/time.ts';
import type { Forecast } from '#engine/forecast/forecaster.ts';
import { repeat } from '#server/jobs/repeat.ts';
import { isFresh } from '#server/live/market-view.ts';
import { readHead } from '#server/modules/record/append/append-leaves.ts';
import { findLeaf, readLeaf } from '#server/modules/record/append/stored-leaves.ts';
import type { ServerModule } from '#server/start/server-module.ts';
import { appendMinute, withoutIndex } from './append-minute.ts';
import { listOpenPairs, listPairs, settleStatements } from './settle-statements.ts';
import type { ShadowContext } from './shadow-context.ts';
import { expectCloses, expectEntry, passUntil, takeTick } from './shadow-ticks.ts';

/** Polling period for pending work, in real time. */
const periodMs = 1_000;
/** After a start the prices of the pairs come one after another, and a pair without one is left out of its minute. */
const firstPricesMs = 3_000;

/** Shadow forecasts: what models forecast each minute is recorded, and settled, whether or not any user receives it. */
export function shadowModule(ctx: ShadowContext): ServerModule {
  const { engine } = ctx;
  engine.onTick((tick) => takeTick(ctx.ticks, tick));
  engine.onForecasts((forecasts) => {
    if (ctx.leader.isLeading()) takeForecasts(ctx, forecasts);
  });
  const loop = repeat({
    firstAfterMs: 0,
    everyMs: periodMs,
    task: () => poll(ctx),
    onError: () => undefined,
    after: ctx.scheduler.after,
  });
  return {
    routes: [],
    api: {},
    components: [
      // After the tick log, from which it settles what is due.
      {
        name: 'forecasts in shadow',
        duty: 'lead',
        start: async () => {
          await holdToStated(ctx);
          await resume(ctx);
          engine.onStarted(() => {
            ctx.isStarted = true;
            ctx.pricesDueAt = ctx.marketClock.now() + firstPricesMs;
            loop.start();
          });
        },
        stop: async () => {
          ctx.isStarted = false;
          await loop.stop();
          await ctx.polling;
        },
      },
    ],
  };
}

/** All forecasts of a minute that has just closed. */
export function takeForecasts(ctx: ShadowContext, forecasts: readonly Forecast[]): void {
  const newest = Math.max(...forecasts.map(({ barTime }) => barTime));
  const minute = forecasts.filter(({ barTime }) => barTime === newest);
  if (minute.length === 0) return;
  ctx.waiting = [...ctx.waiting, minute];
  if (ctx.isStarted) void poll(ctx);
}

/**
 * Writes stated forecasts and settles due ones, after the iteration that is running, so that forecasts are
 * written without delay.
 */
export function poll(ctx: ShadowContext): Promise<void> {
  ctx.polling = ctx.polling
    .then(() => writeAndSettle(ctx))
    .catch((error: unknown) => ctx.log.error({ err: error }, 'stating outcomes in the record failed; retrying'));
  return ctx.polling;
}

/** Due minutes are settled with the next minute's forecasts, or alone after this much market time. */
const settleEveryMs = 61_000;

/** A minute that cannot be stated holds up no outcome. */
async function writeAndSettle(ctx: ShadowContext): Promise<void> {
  const { marketClock: clock, log } = ctx;
  const isAppended = await appendWaiting(ctx).catch((err: unknown) => {
    log.error({ err }, 'stating a minute in the record failed; retrying');
    return false;
  });
  const isMinute = isAppended || clock.now() - ctx.settledAt >= settleEveryMs;
  await settleDue(ctx, isMinute ? 'all' : 'signals');
  if (isMinute) ctx.settledAt = clock.now();
}

/** Whether a minute was appended. */
async function appendWaiting(ctx: ShadowContext): Promise<boolean> {
  const { engine, marketClock: clock } = ctx;
  const hasPrices = () => engine.feed.symbols.every((symbol) => isFresh(engine, symbol, clock.now()));
  let isAppended = false;
  for (let [next] = ctx.waiting; next; [next] = ctx.waiting) {
    const minute = next[0]?.barTime ?? 0;
    // Its forecasts are of a time that the feed has reached, whatever the clock says.
    if (engine.decidableUntil() < minute && startOfMinute(clock.now()) === minute + minuteMs) break;
    if (clock.now() < ctx.pricesDueAt && !hasPrices()) break;
    const leaf = await appendMinute(ctx, next);
    if (leaf) isAppended = true;
    for (const { symbol, statedAt, durations } of leaf ? listPairs(leaf) : [])
      expectEntry(ctx.ticks, symbol, statedAt, durations);
    // Only completed work leaves the queue, so a short database outage loses nothing.
    ctx.waiting = ctx.waiting.slice(1);
  }
  return isAppended;
}

async function settleDue(ctx: ShadowContext, of: 'signals' | 'all'): Promise<void> {
  if (!(await isKept(ctx))) return;
  const until = ctx.engine.decidableUntil();
  passUntil(ctx.ticks, until);
  // Deciding ticks must be in the log before anything is decided from it.
  await ctx.signals.tickLog.flush();
  await settleStatements(ctx, { until, of });
}

/** Whether leaves of this market are in the record. */
const isKept = async ({ record, leaderDb }: ShadowContext): Promise<boolean> =>
  (await record.readMarketState(leaderDb)) === 'kept';

/**
 * When this process begins to lead, however the last one ended: outcomes that are due precede
 * everything else that it records.
 */
export async function resume(ctx: ShadowContext): Promise<void> {
  const { engine, ticks } = ctx;
  if (await isKept(ctx)) {
    for (const { symbol, durations, statedAt, enteredAt } of await listOpenPairs(ctx))
      if (enteredAt === null) expectEntry(ticks, symbol, statedAt, durations);
      else expectCloses(ticks, symbol, enteredAt, durations);
    for (const symbol of engine.pairs)
      for (const tick of engine.recentTicks(symbol, Number.NEGATIVE_INFINITY)) takeTick(ticks, tick);
    await settleDue(ctx, 'all');
  }
  takeForecasts(ctx, engine.board.newest());
}

/** The newest minute keeps its stated forecasts, also when this process has other models or another calibration. */
async function holdToStated(ctx: ShadowContext): Promise<void> {
  const { leaderDb: db, record, engine } = ctx;
  const { minute } = await readHead(db);
  const row = minute && (await isKept(ctx)) ? await findLeaf(db, minute.index) : undefined;
  const leaf = row && readLeaf(row);
  if (!minute || leaf?.kind !== 'minute') return;
  const stated = [...(await record.readVersions())].filter(([, { index }]) => leaf.versions.includes(index));
  const versions = new Map(stated.map(([model, version]) => [model, withoutIndex(version.leaf.id)]));
  engine.board.holdTo(minute.minute + minuteMs, versions);
}
