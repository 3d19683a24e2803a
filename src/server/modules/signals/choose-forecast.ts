import { type AiModelKey, isLlmModelKey, type LlmModelKey } from '#domain/signals/ai-model.ts';
import { defaultDuration, type Duration } from '#domain/market/duration.ts';
import { secondMs } from '#domain/time.ts';
import { isSymbol } from '#domain/market/currency-pair.ts';
import type { Forecast } from '#engine/forecast/forecaster.ts';
import { type ApiError, apiError } from '#server/http/api-error.ts';
import type { MarketView } from '#server/live/market-view.ts';
import type { LlmModels, OwnAnalysis } from '#server/modules/llm-models/llm-models.api.ts';
import type { TraderPayouts } from '#server/modules/payouts/payouts.api.ts';
import { type CurrentForecasts, type CurrentQuery, findBest, type PaidForecast } from './current-forecasts.ts';
import type { DescribeSilence } from './describe-silence.ts';
import type { ModelCatalogue } from './signals.api.ts';

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
 * A forecast and the model name it is issued under: the manual model passes on a local model's
 * forecast. Without an edge it is practice.
 */
export interface ChosenForecast extends PaidForecast {
  readonly aiModel: AiModelKey;
  /** Set by a model that explains its own forecast. */
  readonly own?: OwnAnalysis;
  /** Of the leaf of its answer; absent: its minute states it. Null: no record is kept of this market. */
  readonly answerIndex?: number | null;
  /**
   * The answer if it has lost its edge by its issue, as `aged` until then; absent: it may be issued as
   * practice.
   */
  readonly withoutEdge?: (aged: Forecast) => Promise<ApiError>;
}

/** The answer where prices are live, but the models lack bars; `readyInMs`: real milliseconds until they may have them. */
export function warmingUp(readyInMs: number): ApiError {
  const readyInSeconds = Math.max(1, Math.ceil(readyInMs / secondMs));
  const seconds = { readyInSeconds };
  return apiError('warming_up', { retryAfterS: readyInSeconds, details: seconds, params: seconds });
}

/**
 * Returns the forecast that becomes a signal, or throws an `ApiError` when there is none. Never
 * guesses and never substitutes another model. Local models answer at once, language models within
 * seconds.
 */
export type ChooseForecast = (request: ForecastRequest) => Promise<ChosenForecast>;

interface ChooseForecastDependencies {
  readonly market: Pick<MarketView, 'board' | 'feed' | 'readyInMs'>;
  readonly current: CurrentForecasts;
  readonly catalogue: Pick<ModelCatalogue, 'requireAvailable'>;
  readonly llmModels: Pick<LlmModels, 'forecastFor'>;
  readonly describeSilence: DescribeSilence;
}

const retryAfterS = 60;
const staleAfterS = 5;

export const createChooseForecast = ({
  market,
  current,
  catalogue,
  llmModels,
  describeSilence,
}: ChooseForecastDependencies): ChooseForecast => {
  const staleFeed = () => apiError('feed_stale', { retryAfterS: staleAfterS });

  const noSignal = async (query: CurrentQuery, best: PaidForecast | null) =>
    apiError('no_signal', { retryAfterS, details: await describeSilence(query, best) });

  /** Only where practice was not asked for. */
  const getWithoutEdge = (query: CurrentQuery, { payout }: PaidForecast, { isPracticeAllowed }: ForecastRequest) =>
    isPracticeAllowed
      ? {}
      : { withoutEdge: (aged: Forecast) => noSignal(query, { forecast: aged, payout, hasEdge: false }) };

  const noForecastYet = () => warmingUp(market.readyInMs());

  const chooseManual = (query: CurrentQuery): ChosenForecast => {
    const best = current.best(query);
    if (!best) throw noForecastYet();
    return { ...best, aiModel: 'manual' };
  };

  const chooseLlm = async (
    model: LlmModelKey,
    { symbols, exclude, ...query }: CurrentQuery,
    request: ForecastRequest,
  ): Promise<ChosenForecast> => {
    const { user, durations, isPracticeAllowed, payouts } = request;
    // Each question costs money, so it is asked about one duration, and not for an answer that could
    // not be used.
    const [duration = defaultDuration] = durations.length === 1 ? durations : [defaultDuration];
    const asked = { ...query, durations: [duration], symbols, exclude };
    if (current.isHourExcluded() && !isPracticeAllowed) throw await noSignal(asked, null);
    const pairs = symbols.filter((symbol) => !exclude.includes(symbol));
    const stated = await llmModels.forecastFor(model, { userId: user.id, duration, symbols: pairs });
    const best = findBest(stated.map((one) => ({ ...one, ...current.toPaid(one.forecast, payouts) })));
    if (!best || !(best.hasEdge || isPracticeAllowed)) throw await noSignal(asked, best);
    // The call takes time, so the price may have gone stale meanwhile.
    const { forecast, payout, hasEdge, analysis: own, recordIndex: answerIndex } = best;
    if (!current.isFresh(forecast.symbol)) throw staleFeed();
    return { forecast, payout, hasEdge, aiModel: model, own, answerIndex, ...getWithoutEdge(asked, best, request) };
  };

  return async (request) => {
    const { model, durations, symbol, exclude, payouts, isPracticeAllowed, isVipOpen } = request;
    if (symbol !== undefined && !(isSymbol(symbol) && market.feed.symbols.includes(symbol)))
      throw apiError('unknown_symbol');
    if (model !== null) catalogue.requireAvailable(model);
    if (model === 'manual' && symbol === undefined) throw apiError('symbol_required');
    const wanted = symbol === undefined ? market.feed.symbols : [symbol];
    const symbols = wanted.filter(current.isFresh);
    if (symbols.length === 0) throw staleFeed();
    const models = model === null || model === 'manual' ? current.openModels(isVipOpen) : [model];
    const query = { models, durations, symbols, exclude, payouts };
    if (model === 'manual') return chooseManual({ ...query, exclude: [] });
    // Where no local model forecasts anything, the bars are missing that every model needs.
    const anything = { models: current.openModels(true), durations, symbols, exclude: [], payouts };
    if (anything.models.length > 0 && !current.best(anything)) throw noForecastYet();
    if (model !== null && isLlmModelKey(model)) return chooseLlm(model, query, request);
    const best = current.best(query);
    const isUsable = best && !exclude.includes(best.forecast.symbol);
    if (best && (isPracticeAllowed || (isUsable && best.hasEdge)))
      return { ...best, aiModel: best.forecast.model, ...getWithoutEdge(query, best, request) };
    throw await noSignal(query, best);
  };
};
