import type { Analytics } from '#contract/signals.ts';
import type { Clock } from '#domain/clock.ts';
import { findPair } from '#domain/currency-pair.ts';
import { defaultLanguage, isLanguage } from '#domain/language.ts';
import { roundPrice } from '#domain/price.ts';
import { minuteMs } from '#engine/bar/bar.ts';
import type { Explanation, Forecast } from '#engine/forecast/forecaster.ts';
import type { LiveEngine } from '#server/live/live-engine.ts';
import { problem } from '#server/http/problem.ts';
import { analyticsPhrases } from '#phrases/analytics.ts';

/** Why the model said this, in figures that come from the model itself and from the bars it read. */
export type AnalyzeForecast = (forecast: Forecast, lang: string) => Analytics;

interface Needs {
  readonly engine: Pick<LiveEngine, 'bars' | 'explain'>;
  readonly payout: number;
  readonly clock: Clock;
}

/** Shown one by one; the rest adds up in one row, so that the sum still is the stated probability. */
const mostContributions = 7;
const levelWindows = [60, 240];

export const createAnalyzeForecast =
  ({ engine, payout, clock }: Needs): AnalyzeForecast =>
  (forecast, lang) => {
    const explanation = engine.explain(forecast);
    if (!explanation) throw problem('no_signal', { retryAfterS: 60 });
    return {
      // The engine speaks in percent, the wire in shares of one.
      baseRate: explanation.baseRate / 100,
      breakEven: 1 / (1 + payout),
      contributions: [...topContributions(explanation), ...ageOf(forecast, explanation, clock.now())],
      indicators: indicatorsOf(explanation),
      levels: levelsOf(engine, forecast),
      sampleSize: explanation.sampleSize,
      text: sentence(forecast, explanation, lang),
    };
  };

function topContributions({ contributions }: Explanation): Analytics['contributions'] {
  const sorted = [...contributions].sort((a, b) => Math.abs(b.effect) - Math.abs(a.effect));
  const rest = sorted.slice(mostContributions);
  const shown = sorted.slice(0, mostContributions).map((one) => ({ ...one, value: inUnits(one.feature, one.value) }));
  if (rest.length === 0) return shown;
  return [...shown, { feature: 'other', value: rest.length, effect: rest.reduce((sum, one) => sum + one.effect, 0) }];
}

/** What waiting has taken from the forecast since its bar closed: its explanation is of the moment it was made. */
function ageOf(forecast: Forecast, { contributions }: Explanation, now: number): Analytics['contributions'] {
  const asMade = contributions.reduce((sum, one) => sum + one.effect, 50);
  const effect = 100 * forecast.pUp - asMade;
  const seconds = Math.round((now - forecast.decidedAt) / 1000);
  return effect === 0 ? [] : [{ feature: 'forecast_age', value: seconds, effect }];
}

/** RSI and stochastic position are features from −1 to 1 and readings from 0 to 100. */
const inUnits = (feature: string, value: number): number =>
  /^(rsi|position)_/.test(feature) ? 50 + 50 * value : value;

/** The classic readings, with the bounds that textbooks give them. */
const indicators = [
  { name: 'rsi_14', low: 30, high: 70 },
  { name: 'position_14', low: 20, high: 80 },
  { name: 'z_20', low: -2, high: 2 },
  { name: 'z_60', low: -2, high: 2 },
] as const;

function indicatorsOf({ contributions }: Explanation): Analytics['indicators'] {
  return indicators.flatMap(({ name, low, high }) => {
    const feature = contributions.find((one) => one.feature === name);
    if (!feature) return [];
    const value = inUnits(name, feature.value);
    return [{ name, value, reading: value <= low ? 'oversold' : value >= high ? 'overbought' : 'neutral' }];
  });
}

function levelsOf(engine: Needs['engine'], { symbol, barTime }: Forecast): Analytics['levels'] {
  const digits = findPair(symbol)?.digits ?? 5;
  return levelWindows.flatMap((minutes) => {
    const bars = engine.bars(symbol, barTime - (minutes - 1) * minuteMs, barTime + minuteMs);
    if (bars.length === 0) return [];
    return [
      { name: `high_${minutes}`, price: roundPrice(Math.max(...bars.map((bar) => bar.high)), digits) },
      { name: `low_${minutes}`, price: roundPrice(Math.min(...bars.map((bar) => bar.low)), digits) },
    ];
  });
}

function sentence(forecast: Forecast, { baseRate, sampleSize }: Explanation, lang: string): string {
  const phrase = analyticsPhrases[isLanguage(lang) ? lang : defaultLanguage];
  return phrase({
    direction: forecast.pUp >= 0.5 ? 'up' : 'down',
    stated: Math.round(forecast.passability),
    measured: sampleSize > 0 ? { cameTrue: Math.round(baseRate), sampleSize } : null,
    hasEdge: forecast.signalled,
  });
}
