import type { Bar, BarTicks } from './bar/bar-builder.ts';

/** Start of the minute in milliseconds UTC, open, high, low, close. */
export type BarRow = readonly [time: number, open: number, high: number, low: number, close: number];

/**
 * What the forecasts are made from, in the order in which the engine received it:
 *
 * - `start`: everything before is forgotten; the pairs, in the order of the market, and the models,
 *   each as key, version and SHA-256 of its file.
 * - `calibrate`: from here on the models state what they were calibrated to on the feed; a line for
 *   each, as in calibration-line.ts.
 * - `fill`: bars of a pair's history, back-filled or from before the start.
 * - `bar`: a bar that closed, and its ticks, which no model reads. Null: they were not all seen, as in
 *   the minute of a start or of a gap. A `fill` of its minute replaces its prices, not its ticks.
 * - `close`: all bars of the minute that starts then are in; the pairs that are left out, because
 *   the feed had a gap.
 */
export type BarInput =
  | readonly ['start', pairs: readonly string[], models: readonly string[]]
  | readonly ['calibrate', calibrations: readonly string[]]
  | readonly ['fill', pair: string, bars: readonly BarRow[]]
  | readonly ['bar', pair: string, ...bar: BarRow, ticks: BarTicks | null]
  | readonly ['close', minute: number, leftOut: readonly string[]];

export const toBarRow = ({ time, open, high, low, close }: Bar): BarRow => [time, open, high, low, close];

export const toBar = ([time, open, high, low, close]: BarRow): Bar => ({ time, open, high, low, close });

export const writeBars = (bars: readonly Bar[]): string => JSON.stringify(bars.map(toBarRow));

export function parseBars(text: string): Bar[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by writeBars
  return (JSON.parse(text) as readonly BarRow[]).map(toBar);
}
