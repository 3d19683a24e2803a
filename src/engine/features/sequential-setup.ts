import { createDelayLine } from './delay-line.ts';

const barsBack = 4;

/**
 * The setup of T. DeMark's Sequential ("The New Science of Technical Analysis", 1994): number of
 * consecutive closes above (positive) or below (negative) the close four bars earlier. Nine
 * complete a setup.
 */
export function createSequentialSetup(): (close: number) => number {
  const closes = createDelayLine(barsBack + 1);
  let count = 0;

  function push(close: number): number {
    closes.push(close);
    const change = Math.sign(close - closes.ago(barsBack));
    if (Number.isNaN(change) || change === 0) count = 0;
    else count = Math.sign(count) === change ? count + change : change;
    return count;
  }

  return push;
}
