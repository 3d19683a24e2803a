import type { Duration } from '#domain/market/duration.ts';
import { type LlmReason, llmReasons } from '#domain/signals/ai-model.ts';
import { interpretIndicators } from '#domain/signals/indicator-readings.ts';
import { signalLimits } from '#domain/signals/limits.ts';
import { minuteMs } from '#domain/time.ts';
import type { Bar } from '#engine/bar/bar-builder.ts';
import { createFeatureStream, pairFeatureInfos } from '#engine/features/feature-stream.ts';
import type { Llm, LlmQuestion } from '#server/integrations/llm/llm.ts';
import type { MarketView } from '#server/live/market-view.ts';
import type { LlmModelsContext, MarketReading } from './llm-models-context.ts';

export type BarSource = Pick<MarketView, 'bars'>;

/**
 * The longest window is 241 bars, and quiet minutes have none. The weight of earlier bars in means
 * and RSI is under 0.3 %.
 */
const readMinutes = 360;
const featureNames = pairFeatureInfos.map(({ name }) => name);

/**
 * Null: the newest bar is too old for a signal, or the features are still warming up. `now`:
 * milliseconds of market time.
 *
 * A pair is read once a minute: the features of six hours take some 20 ms, and many users send the
 * same request.
 */
export function readMarket({ market, readings }: LlmModelsContext, symbol: string, now: number): MarketReading | null {
  const bars = closedBars(market, symbol, now, readMinutes);
  const last = bars.at(-1);
  if (!last || now - (last.time + minuteMs) > signalLimits.forecastOpenMs) return null;
  const known = readings.get(symbol);
  if (known?.barTime === last.time) return known;
  const reading = toReading(symbol, bars);
  if (reading) readings.set(symbol, reading);
  return reading;
}

function toReading(symbol: string, bars: readonly Bar[]): MarketReading | null {
  const stream = createFeatureStream(symbol);
  const vector = bars.map((bar) => stream.push(bar)).at(-1);
  if (!vector?.every(Number.isFinite)) return null;
  const barTime = bars.at(-1)?.time ?? Number.NaN;
  return { symbol, barTime, bars, feature: (name) => vector[featureNames.indexOf(name)] ?? Number.NaN };
}

/** The bars of the last `minutes` that had closed at `now`, oldest first. */
export const closedBars = (history: BarSource, symbol: string, now: number, minutes: number): readonly Bar[] =>
  history.bars(symbol, now - minutes * minuteMs, now - minuteMs + 1);

/**
 * Increased when the wording of a question changes: its answers then count as those of another
 * model, with a separate record.
 */
const questionVersion = 'q1';

/** Version under which the answers of a model are counted together. */
export const getVersion = ({ name }: Llm): string => `${name} ${questionVersion}`;

const meanings: Readonly<Record<LlmReason, string>> = {
  rising: 'the price is rising',
  falling: 'the price is falling',
  rise_slowing: 'a rise is losing strength',
  fall_slowing: 'a fall is losing strength',
  overbought: 'it has risen too far and may turn back',
  oversold: 'it has fallen too far and may turn back',
  near_high: 'it is close to its recent high',
  near_low: 'it is close to its recent low',
  broke_above: 'it has just left its recent range upwards',
  broke_below: 'it has just left its recent range downwards',
  calm: 'it moves less than usual',
  lively: 'it moves more than usual',
  contradictory: 'the readings contradict each other',
  no_pattern: 'nothing stands out',
};

const reasonLines = llmReasons.map((reason) => `- ${reason}: ${meanings[reason]}`).join('\n');

/** No pair name, no date, no price: a model must read the numbers, not recall a day. */
const createQuestion = (duration: Duration, what: string, readings: string): LlmQuestion => ({
  instructions: `You estimate where the mid price of a currency pair will stand ${duration} minutes from now.
You are given ${what}, computed from closed one-minute bars. "Range" is the mean true range of the last 60 bars.
State the probability that the price will be higher than now, given that it will not be equal.
At this horizon most situations are close to 0.5; go away from it only as far as the readings justify.
Answer with one JSON object and nothing else: {"p_up": <number from 0 to 1>, "reasons": [<one to three codes>]}
The codes of the reasons:
${reasonLines}`,
  readings,
});

/** Two decimals exceed the precision of these readings. */
const inShort = (value: number): string => String(Math.round(value * 100) / 100 || 0);

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

const shownBars = 40;
const scaleBars = 60;
const longMoves = [60, 240];

/**
 * The newest bars as changes in units of the pair's own range: comparable across pairs and times.
 */
export function questionOnBars({ bars, feature }: MarketReading, duration: Duration): LlmQuestion {
  const range = meanTrueRange(bars.slice(-scaleBars - 1));
  const shown = bars.slice(-shownBars - 1);
  const lines = withPrevious(shown).map(([bar, previous]) => toLine(bar, previous.close, range));
  const moves = longMoves.map((minutes) => `last ${minutes} bars: ${inShort(moveOver(bars, minutes) / range)}`);
  return createQuestion(
    duration,
    'the recent bars',
    `Change of the close in ranges, ${moves.join(', ')}.
Usual range against the longer mean (logarithm): ${inShort(feature('range_60_240'))}.
The last ${shownBars} bars, oldest first. Each: close, high, low, all against the close before it, in ranges.
${lines.join('\n')}`,
  );
}

const toLine = (bar: Bar, before: number, range: number): string =>
  [bar.close, bar.high, bar.low].map((price) => inShort((price - before) / range)).join(' ');

function moveOver(bars: readonly Bar[], count: number): number {
  const [last, before] = [bars.at(-1), bars.at(-1 - count)];
  return last && before ? last.close - before.close : 0;
}

/**
 * A market that stood still has ranges of zero: then every change is zero too, and the unit does
 * not matter.
 */
function meanTrueRange(bars: readonly Bar[]): number {
  const ranges = withPrevious(bars).map(([bar, { close }]) => Math.max(bar.high, close) - Math.min(bar.low, close));
  return ranges.reduce((sum, one) => sum + one, 0) / ranges.length || 1;
}

/** Every bar after the first, with the one before it. */
const withPrevious = (bars: readonly Bar[]): (readonly [bar: Bar, previous: Bar])[] =>
  bars.flatMap((bar, i) => {
    const previous = bars[i - 1];
    return previous ? [[bar, previous] as const] : [];
  });
