import type { NoSignalDetails } from '#contract/signals.ts';
import type { AiModelKey } from '#domain/signals/ai-model.ts';
import type { Clock } from '#domain/clock.ts';
import type { Duration } from '#domain/market/duration.ts';
import { isSymbol } from '#domain/market/currency-pair.ts';
import { isLlmModelKey, type LlmModelKey } from '#domain/signals/llm-model.ts';
import { limits } from '#domain/signals/limits.ts';
import { isThinHour } from '#domain/market/market-session.ts';
import type { Forecast } from '#engine/forecast/forecaster.ts';
import { apiError } from '#server/http/api-error.ts';
import type { MarketView } from '#server/live/market-view.ts';
import type { LlmModels, LlmRequest, OwnAnalysis } from '#server/modules/llm-models/llm-models.api.ts';
import type { ModelCatalogue } from './signals.api.ts';

export interface ForecastRequest {
  /** Null: the best of the models available to the caller. */
  readonly model: AiModelKey | null;
  readonly duration: Duration;
  readonly symbol?: string | undefined;
  readonly exclude: readonly string[];
  /**
   * The caller's balance also unlocks the VIP model; otherwise it is used only when requested by
   * name.
   */
  readonly isVipOpen?: boolean | undefined;
}

/**
 * A forecast and the model name it is issued under: the manual model passes on a local model's
 * forecast.
 */
export interface ChosenForecast {
  readonly forecast: Forecast;
  readonly aiModel: AiModelKey;
  /** Set by a model that explains its own forecast. */
  readonly own?: OwnAnalysis;
}

/**
 * Returns the forecast that becomes a signal, or throws an `ApiError` when there is none. Never
 * guesses and never substitutes another model. Local models answer synchronously, language models
 * within seconds.
 */
export type ChooseForecast = (request: ForecastRequest) => ChosenForecast | Promise<ChosenForecast>;

interface Needs {
  readonly market: Pick<MarketView, 'board' | 'feed' | 'lastTick'>;
  readonly catalogue: ModelCatalogue;
  readonly llmModels: Pick<LlmModels, 'forecastFor'>;
  readonly clock: Clock;
  readonly includeThinHours: boolean;
}

const retryAfterS = 60;

export const createChooseForecast = ({
  market,
  catalogue,
  llmModels,
  clock,
  includeThinHours,
}: Needs): ChooseForecast => {
  const isFresh = (symbol: string): boolean => {
    const tick = market.lastTick(symbol);
    return tick !== null && clock.now() - tick.time <= limits.signalPriceMaxAgeMs;
  };

  const openModels = (isVipOpen: boolean): AiModelKey[] =>
    catalogue.localModels().filter((model) => isVipOpen || model !== 'vip');

  const chooseManual = ({ symbol, duration, isVipOpen = false }: ForecastRequest): ChosenForecast => {
    if (!symbol) throw apiError('symbol_required');
    if (!isFresh(symbol)) throw apiError('feed_stale', { retryAfterS: 5 });
    const now = clock.now();
    const forecasts = openModels(isVipOpen).flatMap((model) => market.board.find(model, duration, symbol, now) ?? []);
    const best = forecasts.sort((a, b) => b.passability - a.passability)[0];
    if (!best) throw apiError('feed_stale', { retryAfterS });
    return { forecast: best, aiModel: 'manual' };
  };

  const chooseLlm = async (model: LlmModelKey, request: LlmRequest): Promise<ChosenForecast> => {
    const { best, nearest } = await llmModels.forecastFor(model, request);
    if (!best) throw apiError('no_signal', { retryAfterS, details: noSignalDetails(false, nearest) });
    // The call takes time, so the price may have gone stale meanwhile.
    if (!isFresh(best.forecast.symbol)) throw apiError('feed_stale', { retryAfterS: 5 });
    return { forecast: best.forecast, aiModel: model, own: best.analysis };
  };

  return (request) => {
    const { model, duration, symbol, exclude, isVipOpen = false } = request;
    if (symbol !== undefined && !(isSymbol(symbol) && market.feed.symbols.includes(symbol)))
      throw apiError('unknown_symbol');
    if (model !== null) catalogue.requireAvailable(model);
    if (model === 'manual') return chooseManual(request);
    const wanted = symbol === undefined ? market.feed.symbols : [symbol];
    const symbols = wanted.filter(isFresh);
    if (symbols.length === 0) throw apiError('feed_stale', { retryAfterS: 5 });
    const isThin = !includeThinHours && isThinHour(clock.now());
    if (model !== null && isLlmModelKey(model) && !isThin)
      return chooseLlm(model, { duration, symbols: symbols.filter((one) => !exclude.includes(one)) });
    const models = model === null ? openModels(isVipOpen) : [model];
    const query = { models, duration, symbols, exclude, now: clock.now() };
    const best = isThin ? null : market.board.best(query);
    if (!best)
      throw apiError('no_signal', { retryAfterS, details: noSignalDetails(isThin, market.board.nearest(query)) });
    return { forecast: best, aiModel: best.model };
  };
};

const noSignalDetails = (isThin: boolean, nearest: Forecast | null): NoSignalDetails => ({
  reason: isThin ? 'thin_hours' : 'abstained',
  nearest: nearest && { symbol: nearest.symbol, passability: nearest.passability, signalFrom: nearest.signalFrom },
});
