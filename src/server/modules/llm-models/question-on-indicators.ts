import type { Duration } from '#domain/market/duration.ts';
import type { LlmQuestion } from '#server/integrations/llm/llm.ts';
import { interpretIndicators } from '#domain/signals/indicator-readings.ts';
import type { MarketReading } from './market-reading.ts';
import { inShort, createQuestion } from './question.ts';

/** In addition to the classic readings: features in terms that chart readers know. */
const inWords = [
  ['macd', 'MACD (12, 26), in ranges'],
  ['macd_histogram', 'MACD histogram (12, 26, 9), in ranges'],
  ['ema_distance_20', 'distance of the close from EMA (20), in ranges'],
  ['ema_distance_60', 'distance of the close from EMA (60), in ranges'],
  ['move_5', 'change over 5 bars, in ranges times the square root of 5'],
  ['move_15', 'change over 15 bars, in ranges times the square root of 15'],
  ['move_60', 'change over 60 bars, in ranges times the square root of 60'],
  ['run', 'closes in a row in one direction (negative: down)'],
  ['position_60', 'place of the close between the extremes of 60 bars, -1 to 1'],
  ['efficiency_30', 'straightness of the last 30 bars, 0 to 1'],
  ['range_now', 'range of the last bar against the usual one (logarithm)'],
  ['range_60_240', 'usual range against the longer mean (logarithm)'],
] as const;

const indicatorNames: Readonly<Record<string, string>> = {
  rsi_14: 'RSI (14)',
  position_14: 'stochastic (14)',
  z_20: 'Bollinger z (20), standard deviations',
  z_60: 'Bollinger z (60), standard deviations',
};

/** The readings shown in the analytics and a dozen more, put into words. */
export function questionOnIndicators({ feature }: MarketReading, duration: Duration): LlmQuestion {
  const classic = interpretIndicators(feature).map(
    ({ name, value, reading }) => `${indicatorNames[name] ?? name}: ${inShort(value)} (${reading})`,
  );
  const others = inWords.map(([name, words]) => `${words}: ${inShort(feature(name))}`);
  return createQuestion(duration, 'the readings of technical indicators', [...classic, ...others].join('\n'));
}
