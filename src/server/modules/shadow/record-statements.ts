import { minuteMs, startOfMinute } from '#domain/time.ts';
import type { Forecast } from '#engine/forecast/forecaster.ts';
import { isFresh } from '#server/live/market-view.ts';
import { appendMinute } from './append-minute.ts';
import { listPairs, settleStatements } from './settle-statements.ts';
import type { ShadowContext } from './shadow-context.ts';

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
    .catch((error: unknown) => ctx.log.error({ err: error }, 'recording forecasts failed; retrying'));
  return ctx.polling;
}

/** Due minutes are settled with the next minute's forecasts, or alone after this much market time. */
const settleEveryMs = 61_000;

async function writeAndSettle(ctx: ShadowContext): Promise<void> {
  const { marketClock: clock } = ctx;
  const isMinute = (await appendWaiting(ctx)) || clock.now() - ctx.settledAt >= settleEveryMs;
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
      ctx.ticks.expect(symbol, statedAt, durations);
    // Only completed work leaves the queue, so a short database outage loses nothing.
    ctx.waiting = ctx.waiting.slice(1);
  }
  return isAppended;
}

export async function settleDue(ctx: ShadowContext, of: 'signals' | 'all'): Promise<void> {
  if (!(await isKept(ctx))) return;
  const until = ctx.engine.decidableUntil();
  ctx.ticks.passed(until);
  // Deciding ticks must be in the log before anything is decided from it.
  await ctx.signals.tickLog.flush();
  await settleStatements(ctx, { until, of });
}

/** Whether leaves of this market are in the record. */
export const isKept = async ({ record, leaderDb }: ShadowContext): Promise<boolean> =>
  (await record.readMarketState(leaderDb)) === 'kept';
