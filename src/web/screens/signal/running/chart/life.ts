import type { Price, WireBar } from '#contract/prices.ts';
import type { Signal } from '#contract/signals.ts';
import { durationMs } from '#domain/market/duration.ts';
import { minuteMs } from '#domain/time.ts';

/** The life of a signal: its entry at a third of the chart, its expiry at the right end. Milliseconds. */
export interface Life {
  readonly from: number;
  readonly entryAt: number;
  readonly to: number;
}

export function getLife({ time, openedAt, expiresAt, duration }: Signal): Life {
  const length = durationMs(duration);
  const entryAt = Date.parse(openedAt ?? time);
  return { from: entryAt - length / 2, entryAt, to: expiresAt === null ? entryAt + length : Date.parse(expiresAt) };
}

/** A price at an instant. */
export interface Point {
  readonly at: number;
  readonly price: number;
}

/** The smallest scale on both sides of the entry, in points of the last digit: a still market stays a line. */
const minPoints = 12;

/**
 * How far the chart reaches above and below the entry: twice the range of the closed minutes before
 * it, as many as the chart shows and three at least. Null: none of them is known.
 */
export function getScale(bars: readonly WireBar[], { from, entryAt }: Life, digits: number): number | null {
  const closed = bars.filter(({ time }) => Date.parse(time) + minuteMs <= entryAt);
  const shown = closed.slice(-Math.max(3, Math.ceil((entryAt - from) / minuteMs)));
  if (shown.length === 0) return null;
  const range = Math.max(...shown.map(({ high }) => high)) - Math.min(...shown.map(({ low }) => low));
  return Math.max(2 * range, minPoints * 10 ** -digits);
}

/** The price in the course of time: ticks, and before the first of them the bars, as open, extremes and close. */
export function getPath(bars: readonly WireBar[], ticks: readonly Price[], { from, to }: Life): readonly Point[] {
  const own = ticks.map(({ time, price }) => ({ at: Date.parse(time), price }));
  const firstTick = own[0]?.at ?? Number.POSITIVE_INFINITY;
  const before = bars.flatMap(barPoints).filter(({ at }) => at < firstTick);
  return [...before, ...own].filter(({ at }) => at >= from && at <= to);
}

/** A rising bar saw its low first, a falling one its high. */
function barPoints({ time, open, high, low, close }: WireBar): readonly Point[] {
  const start = Date.parse(time);
  const [first, second] = close >= open ? [low, high] : [high, low];
  return [open, first, second, close].map((price, index) => ({ at: start + (index * minuteMs) / 3 - index, price }));
}

/** Distances from the entry at which the chart has a line: the largest round step of which two fit. */
export function gridSteps(scale: number, digits: number): readonly number[] {
  const points = scale * 10 ** digits * 0.45;
  const unit = 10 ** Math.floor(Math.log10(points));
  const step = (([5, 2, 1] as const).find((one) => one * unit <= points) ?? 1) * unit * 10 ** -digits;
  return [-2, -1, 1, 2].map((times) => times * step);
}
