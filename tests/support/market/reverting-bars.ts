import { type MarketSession, marketSessionAt } from '#domain/market/market-session.ts';
import { minuteMs } from '#domain/time.ts';
import type { Bar } from '#engine/bar/bar-builder.ts';
import { createChance } from '../chance.ts';

interface Reverting {
  /** Milliseconds UTC of the first bar. */
  readonly start: number;
  readonly count: number;
  /** The share of a minute's move that the next one takes back, on average. */
  readonly getShare: (session: MarketSession) => number;
  readonly seed: number;
}

/** Points; moves are normal, so that their size says how probable the way back is. */
const deviation = 20;

/** Bars whose open is the close before; the same for the same seed. */
export function revertingBars({ start, count, getShare, seed }: Reverting): Bar[] {
  const chance = createChance(seed);
  const normal = (): number => Math.sqrt(-2 * Math.log(1 - chance())) * Math.cos(2 * Math.PI * chance());
  let [close, move] = [1_200_000, 0];
  return Array.from({ length: count }, (_, i) => {
    const time = start + i * minuteMs;
    const open = close;
    move = Math.round(deviation * normal() - getShare(marketSessionAt(time)) * move);
    close += move;
    const price = (points: number): number => points / 100_000;
    const [high, low] = [Math.max(open, close), Math.min(open, close)];
    return { time, open: price(open), high: price(high), low: price(low), close: price(close) };
  });
}
