import { randomUUID } from 'node:crypto';
import type { Analytics } from '#contract/signals.ts';
import type { Language } from '#domain/language.ts';
import type { Duration } from '#domain/market/duration.ts';
import type { AiModelKey } from '#domain/signals/ai-model.ts';
import { priceDigits, roundPrice } from '#domain/market/currency-pair.ts';
import { getDirection } from '#domain/market/direction.ts';
import { getBreakEven } from '#domain/signals/edge.ts';
import { interpretIndicators, interpretVotes, inUnits } from '#domain/signals/indicator-readings.ts';
import { hasLean } from '#domain/statistics/shown-rate.ts';
import { minuteMs, secondMs } from '#domain/time.ts';
import { ageForecast, type Explanation, type Forecast } from '#engine/forecast/forecaster.ts';
import { analyticsPhrases } from '#phrases/analytics.ts';
import type { MarketView } from '#server/live/market-view.ts';
import { type ApiError, apiError } from '#server/http/api-error.ts';
import type { LlmForecast } from '#server/modules/llm-models/llm-models.api.ts';
import { isEdgeAt, type TraderPayouts } from '#server/modules/payouts/payouts.api.ts';
import type { Platform } from '#server/start/platform.ts';
import type { SignalRow } from './signals.repository.ts';

/** A forecast as of an instant, at what a win pays the trader who asks. */
export interface PaidForecast {
  readonly forecast: Forecast;
  /** Share of the stake. */
  readonly payout: number;
  readonly hasEdge: boolean;
}

/** Which of the current forecasts are looked at. */
export interface ForecastQuery {
  readonly models: readonly AiModelKey[];
  readonly durations: readonly Duration[];
  readonly symbols: readonly string[];
  readonly exclude: readonly string[];
  /** What the broker pays the trader who asks. */
  readonly payouts: TraderPayouts;
}

/**
 * A forecast and the model name it is issued under: the manual model passes on a local model's
 * forecast. Without an edge it is practice.
 */
export interface ChosenForecast extends PaidForecast {
  readonly aiModel: AiModelKey;
  /** The answer of a language model, which explains itself; null: of a local model. */
  readonly llm: LlmForecast | null;
  /** What it becomes if it has lost its edge by its issue. */
  readonly withoutEdge: 'practice' | { readonly noSignalFor: ForecastQuery };
}

/** A forecast that is about to be issued: its signal at an instant follows from it. */
export interface Draft {
  readonly id: string;
  readonly user: Receiver;
  /** The lost signal that it chases. */
  readonly chaseOf: string | null;
  readonly feed: string;
  readonly chosen: ChosenForecast;
  /** Why the forecast was made as it is. */
  readonly explanation: Explanation;
  readonly levels: Analytics['levels'];
}

/** The user who receives the signal, and the language of its analysis. */
export interface Receiver {
  readonly id: string;
  readonly lang: Language;
}

interface Receiving {
  readonly user: Receiver;
  readonly chaseOf?: string;
}

/** What a forecast becomes as a signal; throws while the bars are missing that explain it. */
export function draftSignal(ctx: Platform, { user, chaseOf }: Receiving, chosen: ChosenForecast): Draft {
  const { forecast, llm } = chosen;
  const explanation = llm?.analysis.explanation ?? ctx.market.explain(forecast);
  if (!explanation) throw warmingUp(ctx);
  const levels = getLevels(ctx.market, forecast);
  return { id: randomUUID(), user, chaseOf: chaseOf ?? null, feed: ctx.market.feed.id, chosen, explanation, levels };
}

/** The answer where prices are live, but the models lack bars. */
export function warmingUp({ market }: Platform): ApiError {
  const readyInSeconds = Math.max(1, Math.ceil(market.readyInMs() / secondMs));
  const seconds = { readyInSeconds };
  return apiError('warming_up', { retryAfterS: readyInSeconds, details: seconds, params: seconds });
}

/** The signal of a draft as issued at an instant, milliseconds of market time. */
export function toNewRow(draft: Draft, at: number): SignalRow {
  const { id, user, feed, chaseOf, chosen } = draft;
  const { aiModel, payout } = chosen;
  const forecast = ageForecast(chosen.forecast, at);
  const hasEdge = chosen.hasEdge && isEdgeAt(forecast, payout);
  return {
    id,
    userId: user.id,
    symbol: forecast.symbol,
    direction: getDirection(forecast.pUp),
    aiModel,
    modelVersion: aiModel === forecast.model ? forecast.modelVersion : `${forecast.model} ${forecast.modelVersion}`,
    duration: forecast.duration,
    pUp: forecast.pUp,
    passability: forecast.passability,
    payout,
    hasEdge,
    feed,
    issuedAt: new Date(at),
    status: 'entering',
    analytics: toAnalytics(draft, { forecast, payout, hasEdge }, at),
    openPrice: null,
    openedAt: null,
    expiresAt: null,
    closePrice: null,
    result: null,
    voidReason: null,
    recordIndex: null,
    chaseOf,
    takenAt: null,
    deletedAt: null,
    freesSlot: false,
  };
}

const levelWindows = [60, 240];

/** The analysis of a draft whose forecast has aged to a market time. */
export function toAnalytics(
  { chosen: { llm }, explanation, levels, user }: Draft,
  aged: PaidForecast,
  at: number,
): Analytics {
  const breakEven = getBreakEven(aged.payout);
  return {
    // The engine uses percent, the DTO shares of one.
    baseRate: explanation.baseRate / 100,
    breakEven,
    contributions: [...toContributions(explanation), ...getAge(aged.forecast, explanation, at)],
    indicators: llm?.analysis.indicators ?? toIndicators(explanation),
    levels,
    sampleSize: explanation.sampleSize,
    text: llm
      ? llm.analysis.text(user.lang, breakEven, aged.forecast.passability)
      : sentence(aged, explanation, user.lang),
  };
}

const toContributions = ({ contributions }: Explanation): Analytics['contributions'] =>
  contributions
    .filter(({ effect }) => effect !== 0)
    .sort((a, b) => Math.abs(b.effect) - Math.abs(a.effect))
    .map((one) => ({ ...one, value: inUnits(one.feature, one.value) }));

/**
 * What age has taken from the forecast since its bar closed: the explanation is of the moment it
 * was made.
 */
function getAge(forecast: Forecast, { contributions }: Explanation, at: number): Analytics['contributions'] {
  const sumOfEffects = contributions.reduce((sum, one) => sum + one.effect, 50);
  const effect = 100 * forecast.pUp - sumOfEffects;
  const seconds = Math.round((at - forecast.decidedAt) / 1000);
  // Below this it is the rounding of a sum, not age.
  return Math.abs(effect) < 1e-10 ? [] : [{ feature: 'forecast_age', value: seconds, effect }];
}

const toIndicators = ({ contributions }: Explanation): Analytics['indicators'] => [
  ...interpretIndicators((name) => contributions.find((one) => one.feature === name)?.value),
  ...interpretVotes(contributions),
];

function getLevels(market: MarketView, { symbol, barTime }: Forecast): Analytics['levels'] {
  const digits = priceDigits(symbol);
  return levelWindows.flatMap((minutes) => {
    const bars = market.bars(symbol, barTime - (minutes - 1) * minuteMs, barTime + minuteMs);
    if (bars.length === 0) return [];
    return [
      { name: `high_${minutes}`, price: roundPrice(Math.max(...bars.map((bar) => bar.high)), digits) },
      { name: `low_${minutes}`, price: roundPrice(Math.min(...bars.map((bar) => bar.low)), digits) },
    ];
  });
}

function sentence({ forecast, hasEdge }: PaidForecast, { baseRate, sampleSize }: Explanation, lang: Language): string {
  const phrase = analyticsPhrases[lang];
  return phrase({
    direction: hasLean(forecast.passability) ? (forecast.pUp >= 0.5 ? 'up' : 'down') : null,
    stated: forecast.passability,
    measured: sampleSize > 0 ? { cameTrue: Math.round(baseRate), sampleSize } : null,
    hasEdge,
  });
}
