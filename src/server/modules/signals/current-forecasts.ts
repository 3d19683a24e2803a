import type { NoSignalDetails, NoSignalReason } from '#contract/signals.ts';
import { toInstant } from '#contract/wire.ts';
import { getDirection } from '#domain/market/direction.ts';
import { isThinHour, thinHoursEnd } from '#domain/market/market-session.ts';
import { isExcludedHour, marketState, type TradingHours } from '#domain/market/trading-hours.ts';
import type { AiModelKey } from '#domain/signals/ai-model.ts';
import { expectedValue, getBreakEven } from '#domain/signals/edge.ts';
import { ageForecast, type Forecast, isUncalibrated } from '#engine/forecast/forecaster.ts';
import { isFresh } from '#server/live/market-view.ts';
import { isEdgeAt, type TraderPayouts } from '#server/modules/payouts/payouts.api.ts';
import { listLocalModels } from './model-catalogue.ts';
import type { ForecastQuery, PaidForecast, SignalsContext } from './signals-context.ts';

// What the local models forecast now, by the rules that issue a signal.

export const isFreshNow = ({ market, marketClock }: SignalsContext, symbol: string): boolean =>
  isFresh(market, symbol, marketClock.now());

export const listFreshPairs = (ctx: SignalsContext): readonly string[] =>
  ctx.market.feed.symbols.filter((symbol) => isFreshNow(ctx, symbol));

/** Whether the operator excludes this hour from signals. */
export const isHourExcluded = ({ config, marketClock }: SignalsContext): boolean =>
  isExcludedHour(config.tradingHours, marketClock.now());

/** The local models that a caller may use without naming one. */
export const listOpenModels = (ctx: SignalsContext, isVipOpen: boolean): readonly AiModelKey[] =>
  listLocalModels(ctx).filter((model) => isVipOpen || model !== 'vip');

export function toPaid(ctx: SignalsContext, forecast: Forecast, payouts: TraderPayouts): PaidForecast {
  const payout = payouts.on(forecast.symbol);
  return { forecast, payout, hasEdge: !isHourExcluded(ctx) && isEdgeAt(forecast, payout) };
}

/** Of an excluded pair only if there is no other. Null: there is no forecast. */
export const findBestNow = (ctx: SignalsContext, query: ForecastQuery): PaidForecast | null =>
  findBest(listNow(ctx, query)) ?? findBest(listNow(ctx, { ...query, exclude: [] }));

function listNow(ctx: SignalsContext, query: ForecastQuery): readonly PaidForecast[] {
  const { models, durations, payouts, exclude } = query;
  const now = ctx.marketClock.now();
  const symbols = query.symbols.filter((symbol) => !exclude.includes(symbol));
  return ctx.market.board
    .list({ models, durations, symbols, now })
    .map((forecast) => toPaid(ctx, ageForecast(forecast, now), payouts));
}

/** The first with the highest expected value, among those with an edge if there are any; null: none. */
export const findBest = <Paid extends PaidForecast>(forecasts: readonly Paid[]): Paid | null =>
  forecasts.reduce<Paid | null>((best, one) => (best && !isBetter(one, best) ? best : one), null);

const isBetter = (one: PaidForecast, other: PaidForecast): boolean =>
  one.hasEdge === other.hasEdge ? getValue(one) > getValue(other) : one.hasEdge;

const getValue = ({ forecast: { passability: probability }, payout }: PaidForecast): number =>
  expectedValue(probability, payout);

/** Why nothing has an edge; `best`: of the query. */
export function getReason(ctx: SignalsContext, query: ForecastQuery, best: PaidForecast | null): NoSignalReason {
  if (isHourExcluded(ctx)) return 'thin_hours';
  if (query.exclude.length > 0 && findBest(listNow(ctx, { ...query, exclude: [] }))?.hasEdge) return 'recent_pairs';
  return best && isUncalibrated(best.forecast) ? 'not_calibrated' : 'below_threshold';
}

/** The answer where nothing has an edge; `best`: of the query. */
export async function describeSilence(
  ctx: SignalsContext,
  query: ForecastQuery,
  best: PaidForecast | null,
): Promise<NoSignalDetails> {
  const reason = getReason(ctx, query, best);
  const resumesAt = await findResumption(ctx, reason);
  return {
    reason,
    best: best && toForecastBelow(best),
    waitSeconds: (await ctx.readEdges()).wait(query.models, query.durations, query.payouts.default),
    resumesAt: resumesAt === null ? null : toInstant(resumesAt),
  };
}

const toForecastBelow = ({ forecast, payout }: PaidForecast): NoSignalDetails['best'] => ({
  aiModel: forecast.model,
  symbol: forecast.symbol,
  signal: getDirection(forecast.pUp),
  duration: forecast.duration,
  passability: forecast.passability,
  payout,
  breakEven: getBreakEven(payout),
});

/** When signals resume, milliseconds of market time; null: unknown, or not a matter of time. */
export async function findResumption(ctx: SignalsContext, reason: NoSignalReason): Promise<number | null> {
  if (reason === 'not_calibrated') return ctx.calibration.estimateCalibratedAt();
  return reason === 'thin_hours' ? endOfThinHours(ctx.config.tradingHours, ctx.marketClock.now()) : null;
}

/** The first minute in which the market is open and the hour is not thin. */
function endOfThinHours(hours: TradingHours, from: number): number | null {
  let at = thinHoursEnd(from);
  for (;;) {
    const { open, nextOpen } = marketState(hours, at);
    if (open && !isThinHour(at)) return at;
    if (!open && nextOpen === null) return null;
    at = thinHoursEnd(open ? at : (nextOpen ?? at));
  }
}
