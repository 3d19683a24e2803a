import type { Bar } from '#engine/bar/bar-builder.ts';
import { minuteMs } from '#domain/time.ts';

interface Wandering {
  /** Milliseconds UTC of the first bar. */
  readonly start: number;
  readonly count: number;
  readonly level?: number;
  readonly digits?: number;
}

/**
 * Bars of a random walk in whole points; Lehmer's generator, so the numbers are the same
 * everywhere.
 */
export function wanderingBars({ start, count, level = 1.2, digits = 5 }: Wandering): Bar[] {
  let state = 4_242;
  let close = Math.round(level * 10 ** digits);
  const next = (span: number): number => {
    state = (state * 48_271) % 2_147_483_647;
    return (state % (2 * span + 1)) - span;
  };
  return Array.from({ length: count }, (_, i) => {
    const open = close + next(2);
    close = open + next(9);
    const high = Math.max(open, close) + Math.abs(next(4));
    const low = Math.min(open, close) - Math.abs(next(4));
    const price = (points: number): number => points / 10 ** digits;
    return { time: start + i * minuteMs, open: price(open), high: price(high), low: price(low), close: price(close) };
  });
}

/**
 * Seven pairs of one market, each an independent random walk; every one of them shares a currency
 * with another.
 */
export function wanderingMarket({ start, count }: Pick<Wandering, 'start' | 'count'>): Map<string, Bar[]> {
  const levels = { EURUSD: 1.2, AUDCHF: 0.7, USDCHF: 0.95, EURCHF: 1.14, AUDUSD: 0.75, EURGBP: 0.88, USDCAD: 1.3 };
  // One generator for all: each pair takes its own section.
  return new Map(
    Object.entries(levels).map(([symbol, level], i) => {
      const before = i * 50;
      const bars = wanderingBars({ start: start - before * minuteMs, count: count + before, level });
      return [symbol, bars.slice(before)];
    }),
  );
}
