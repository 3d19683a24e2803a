import { type BarSource, closedBars } from './market-reading.ts';

/**
 * Every question is paid for and the answer must arrive in seconds, so one request of a user asks
 * about no more pairs than this.
 */
const maxPairs = 3;
const moveBars = 15;
const scaleBars = 60;

/**
 * Of the available pairs, the three that moved most in the last 15 minutes, relative to their own
 * mean bar range of the last 60: a pair that moves is one to judge. Only closed bars are read, so
 * within one minute all requests lead to the same three pairs and to the same shared answers.
 */
export function mostMoved(history: BarSource, symbols: readonly string[], now: number): string[] {
  if (symbols.length <= maxPairs) return [...symbols];
  const moves = symbols.map((symbol) => ({ symbol, move: getMove(history, symbol, now) }));
  return moves
    .toSorted((a, b) => b.move - a.move)
    .slice(0, maxPairs)
    .map(({ symbol }) => symbol);
}

/** −1 where there are not enough bars: a pair with little history is asked about last. */
function getMove(history: BarSource, symbol: string, now: number): number {
  const bars = closedBars(history, symbol, now, 2 * scaleBars).slice(-scaleBars);
  const [last, before] = [bars.at(-1), bars.at(-1 - moveBars)];
  if (!last || !before || bars.length < scaleBars) return -1;
  const range = bars.reduce((sum, bar) => sum + bar.high - bar.low, 0) / bars.length;
  return range === 0 ? 0 : Math.abs(last.close - before.close) / range;
}
