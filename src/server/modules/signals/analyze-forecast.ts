import { getBreakEven } from '#domain/statistics/break-even.ts';
import { hasLean } from '#domain/statistics/shown-rate.ts';
import type { Analytics } from '#contract/signals.ts';
import { priceDigits, roundPrice } from '#domain/market/currency-pair.ts';
import type { Language } from '#domain/language.ts';
import type { Explanation, Forecast } from '#engine/forecast/forecaster.ts';
import type { MarketView } from '#server/live/market-view.ts';
import type { OwnAnalysis } from '#server/modules/llm-models/llm-models.api.ts';
import { analyticsPhrases } from '#phrases/analytics.ts';
import { minuteMs } from '#domain/time.ts';
import { warmingUp } from './choose-forecast.ts';
import type { PaidForecast } from './current-forecasts.ts';
import { inUnits, interpretIndicators, interpretVotes } from '#domain/signals/indicator-readings.ts';

/**
 * Explains a forecast in figures from the model itself and from the bars it read. `own`: from a
 * model that explains itself. The result states them for the forecast as aged to a market time.
 */
export type AnalyzeForecast = (forecast: Forecast, lang: Language, own?: OwnAnalysis) => AnalyticsAt;

type AnalyticsAt = (aged: PaidForecast, at: number) => Analytics;

interface AnalyzeForecastDependencies {
  readonly market: Pick<MarketView, 'bars' | 'explain' | 'readyInMs'>;
}

const levelWindows = [60, 240];

export const createAnalyzeForecast =
  ({ market }: AnalyzeForecastDependencies): AnalyzeForecast =>
  (forecast, lang, own) => {
    const explanation = own?.explanation ?? market.explain(forecast);
    if (!explanation) throw warmingUp(market.readyInMs());
    const contributions = toContributions(explanation);
    const indicators = own?.indicators ?? toIndicators(explanation);
    const levels = getLevels(market, forecast);
    return (aged, at) => ({
      // The engine uses percent, the DTO shares of one.
      baseRate: explanation.baseRate / 100,
      breakEven: getBreakEven(aged.payout),
      contributions: [...contributions, ...getAge(aged.forecast, explanation, at)],
      indicators,
      levels,
      sampleSize: explanation.sampleSize,
      text: own
        ? own.text(lang, getBreakEven(aged.payout), aged.forecast.passability)
        : sentence(aged, explanation, lang),
    });
  };

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

function getLevels(market: AnalyzeForecastDependencies['market'], { symbol, barTime }: Forecast): Analytics['levels'] {
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
