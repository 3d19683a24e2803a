import type { NoSignalDetails, NoSignalReason } from '#contract/signals.ts';
import { toInstantOrNull } from '#contract/wire.ts';
import { isSymbol } from '#domain/market/currency-pair.ts';
import { getDirection } from '#domain/market/direction.ts';
import { defaultDuration, type Duration } from '#domain/market/duration.ts';
import { isThinHour, thinHoursEnd } from '#domain/market/market-session.ts';
import { isExcludedHour, marketState, type TradingHours } from '#domain/market/trading-hours.ts';
import { type AiModelKey, isLlmModelKey, type LlmModelKey } from '#domain/signals/ai-model.ts';
import { expectedValue, getBreakEven } from '#domain/signals/edge.ts';
import { minuteMs, secondMs } from '#domain/time.ts';
import { ageForecast, type Forecast, isUncalibrated } from '#engine/forecast/forecaster.ts';
import { getMarketSpeed } from '#server/config/market.ts';
import { type ApiError, apiError } from '#server/http/api-error.ts';
import { isFresh } from '#server/live/market-view.ts';
import { isEdgeAt, type TraderPayouts } from '#server/modules/payouts/payouts.api.ts';
import { listLocalModels, requireAvailable } from './model-catalogue.ts';
import { type ChosenForecast, type ForecastQuery, type PaidForecast, warmingUp } from './draft-signal.ts';
import type { SignalsContext } from './signals-context.ts';

export interface ForecastRequest {
  /** Whose budget a question to a language model is taken from. */
  readonly user: { readonly id: string };
  /** Null: the best of the models available to the caller. */
  readonly model: AiModelKey | null;
  /** The best forecast of any of them. */
  readonly durations: readonly Duration[];
  readonly symbol?: string | undefined;
  readonly exclude: readonly string[];
  readonly payouts: TraderPayouts;
  /** When nothing has an edge, the best forecast all the same. */
  readonly isPracticeAllowed: boolean;
  /**
   * The caller's balance also unlocks the VIP model; otherwise it is used only when requested by
   * name.
   */
  readonly isVipOpen: boolean;
}

/**
 * Returns the forecast that becomes a signal, or throws an `ApiError` when there is none. Never
 * guesses and never substitutes another model. Local models answer at once, language models within
 * seconds.
 */
export async function chooseForecast(ctx: SignalsContext, request: ForecastRequest): Promise<ChosenForecast> {
  const { model, durations, symbol, exclude, payouts, isPracticeAllowed, isVipOpen } = request;
  if (ctx.site.maintenance()) throw apiError('maintenance', { retryAfterS });
  const offered = ctx.market.feed.symbols;
  if (symbol !== undefined && !(isSymbol(symbol) && offered.includes(symbol))) throw apiError('unknown_symbol');
  if (model !== null) requireAvailable(ctx, model);
  if (model === 'manual' && symbol === undefined) throw apiError('symbol_required');
  const [local] = ctx.models.forecasters;
  // The operator has switched every local model off.
  if (model === null && local && listOpenModels(ctx, true).length === 0) requireAvailable(ctx, local.key);
  const wanted = symbol === undefined ? offered : [symbol];
  const symbols = wanted.filter((pair) => isFreshNow(ctx, pair));
  if (symbols.length === 0) throw staleFeed();
  const models = model === null || model === 'manual' ? listOpenModels(ctx, isVipOpen) : [model];
  const query = { models, durations, symbols, exclude, payouts };
  if (model === 'manual') return chooseManual(ctx, { ...query, exclude: [] });
  // Where no local model forecasts anything, the bars are missing that every model needs.
  const anything = { models: listOpenModels(ctx, true), durations, symbols, exclude: [], payouts };
  if (anything.models.length > 0 && !findBestNow(ctx, anything)) throw warmingUp(ctx);
  if (model !== null && isLlmModelKey(model)) return chooseLlm(ctx, model, query, request);
  const best = findBestNow(ctx, query);
  const isUsable = best && !exclude.includes(best.forecast.symbol);
  if (!best || !(isPracticeAllowed || (isUsable && best.hasEdge))) throw await noSignal(ctx, query, best);
  return { ...best, aiModel: best.forecast.model, llm: null, withoutEdge: getWithoutEdge(query, request) };
}

function chooseManual(ctx: SignalsContext, query: ForecastQuery): ChosenForecast {
  const best = findBestNow(ctx, query);
  if (!best) throw warmingUp(ctx);
  // It states a forecast without an edge too, and says so to who asks for it.
  return { ...best, aiModel: 'manual', llm: null, withoutEdge: 'practice' };
}

async function chooseLlm(
  ctx: SignalsContext,
  model: LlmModelKey,
  query: ForecastQuery,
  request: ForecastRequest,
): Promise<ChosenForecast> {
  const { user, isPracticeAllowed, payouts } = request;
  // Each question costs money, so it is asked about one duration, and not for an answer that could
  // not be used.
  const [duration = defaultDuration] = query.durations.length === 1 ? query.durations : [defaultDuration];
  const asked = { ...query, durations: [duration] };
  if (isHourExcluded(ctx) && !isPracticeAllowed) throw await noSignal(ctx, asked, null);
  const symbols = query.symbols.filter((symbol) => !query.exclude.includes(symbol));
  const stated = await ctx.llmModels.forecastFor(model, { userId: user.id, duration, symbols });
  const best = findBest(stated.map((llm) => ({ llm, ...toPaid(ctx, llm.forecast, payouts) })));
  if (!best || !(best.hasEdge || isPracticeAllowed)) throw await noSignal(ctx, asked, best);
  // The call takes time, so the price may have gone stale meanwhile.
  if (!isFreshNow(ctx, best.forecast.symbol)) throw staleFeed();
  return { ...best, aiModel: model, withoutEdge: getWithoutEdge(asked, request) };
}

const getWithoutEdge = (
  noSignalFor: ForecastQuery,
  { isPracticeAllowed }: ForecastRequest,
): ChosenForecast['withoutEdge'] => (isPracticeAllowed ? 'practice' : { noSignalFor });

const retryAfterS = 60;
const staleAfterS = 5;

export const noSignal = async (ctx: SignalsContext, query: ForecastQuery, best: PaidForecast | null) =>
  apiError('no_signal', { retryAfterS: secondsToClose(ctx), details: await describeSilence(ctx, query, best) });

/** Real seconds until the minute closes whose forecasts come next. */
const secondsToClose = ({ marketClock, config }: SignalsContext): number =>
  Math.ceil((minuteMs - (marketClock.now() % minuteMs)) / (getMarketSpeed(config.feed) * secondMs));

const staleFeed = (): ApiError => apiError('feed_stale', { retryAfterS: staleAfterS });

const isFreshNow = ({ market, marketClock }: SignalsContext, symbol: string): boolean =>
  isFresh(market, symbol, marketClock.now());

export const listFreshPairs = (ctx: SignalsContext): readonly string[] =>
  ctx.market.feed.symbols.filter((symbol) => isFreshNow(ctx, symbol));

/** Whether the operator excludes this hour from signals. */
const isHourExcluded = ({ config, marketClock }: SignalsContext): boolean =>
  isExcludedHour(config.tradingHours, marketClock.now());

/** The local models that a caller may use without naming one. */
export const listOpenModels = (ctx: SignalsContext, isVipOpen: boolean): readonly AiModelKey[] =>
  listLocalModels(ctx).filter((model) => isVipOpen || model !== 'vip');

function toPaid(ctx: SignalsContext, forecast: Forecast, payouts: TraderPayouts): PaidForecast {
  const payout = payouts.on(forecast.symbol);
  return { forecast, payout, hasEdge: !isHourExcluded(ctx) && isEdgeAt(forecast, payout) };
}

/** The best forecast, of an excluded pair only if there is no other; null: there is none. */
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
const findBest = <Paid extends PaidForecast>(forecasts: readonly Paid[]): Paid | null =>
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
async function describeSilence(
  ctx: SignalsContext,
  query: ForecastQuery,
  best: PaidForecast | null,
): Promise<NoSignalDetails> {
  const reason = getReason(ctx, query, best);
  return {
    reason,
    best: best && toForecastBelow(best),
    waitSeconds: (await ctx.readEdges()).wait(query.models, query.durations, query.payouts.default),
    resumesAt: toInstantOrNull(await findResumption(ctx, reason)),
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
