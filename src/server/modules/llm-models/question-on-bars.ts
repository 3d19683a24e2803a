import type { Duration } from '#domain/market/duration.ts';
import type { Bar } from '#engine/bar/bar.ts';
import type { LlmQuestion } from '#server/integrations/llm/llm.ts';
import type { MarketReading } from './market-reading.ts';
import { inShort, createQuestion } from './question.ts';

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
