import { createRollingExtreme } from './rolling-extreme.ts';

/**
 * Position of a close between the lowest low (−1) and the highest high (+1) of `period` bars: the
 * stochastic oscillator's %K (G. Lane, 1950s) rescaled from 0…100 to −1…+1, with the ages of both
 * extremes. 0 when nothing moved.
 */
interface StochasticPosition {
  push(high: number, low: number, close: number): number;
  /** (bars since the lowest − bars since the highest) / period: positive when the high is newer. */
  readonly freshness: number;
}

export function createStochasticPosition(period: number): StochasticPosition {
  const highs = createRollingExtreme('highest', period);
  const lows = createRollingExtreme('lowest', period);

  function push(high: number, low: number, close: number): number {
    const highest = highs.push(high);
    const lowest = lows.push(low);
    return highest === lowest ? 0 : (2 * close - highest - lowest) / (highest - lowest);
  }

  return {
    push,
    get freshness() {
      return (lows.age - highs.age) / period;
    },
  };
}
