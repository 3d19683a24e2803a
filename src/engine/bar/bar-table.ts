import type { Bar } from './bar-builder.ts';

/** A pair's bars in columns, in ascending time (milliseconds UTC), without those inside the closed weekend. */
export interface BarTable {
  readonly symbol: string;
  readonly size: number;
  readonly time: Float64Array;
  readonly open: Float64Array;
  readonly high: Float64Array;
  readonly low: Float64Array;
  readonly close: Float64Array;
}

export const barAt = (table: BarTable, i: number): Bar => ({
  time: table.time[i] ?? Number.NaN,
  open: table.open[i] ?? Number.NaN,
  high: table.high[i] ?? Number.NaN,
  low: table.low[i] ?? Number.NaN,
  close: table.close[i] ?? Number.NaN,
});

/** `bars`: in ascending time. */
export const toTable = (symbol: string, bars: readonly Bar[]): BarTable => ({
  symbol,
  size: bars.length,
  time: Float64Array.from(bars, ({ time }) => time),
  open: Float64Array.from(bars, ({ open }) => open),
  high: Float64Array.from(bars, ({ high }) => high),
  low: Float64Array.from(bars, ({ low }) => low),
  close: Float64Array.from(bars, ({ close }) => close),
});

/** The bars with `from` <= time < `to`; shares their memory. */
export function tableWithin(table: BarTable, from: number, to: number): BarTable {
  const start = firstAtOrAfter(table.time, from);
  const end = firstAtOrAfter(table.time, to);
  const cut = (column: Float64Array): Float64Array => column.subarray(start, end);
  return {
    symbol: table.symbol,
    size: end - start,
    time: cut(table.time),
    open: cut(table.open),
    high: cut(table.high),
    low: cut(table.low),
    close: cut(table.close),
  };
}

/** The index of the first of ascending times that is not before `from`; their number if there is none. */
export function firstAtOrAfter(time: Float64Array, from: number): number {
  let low = 0;
  let high = time.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((time[middle] ?? Number.NaN) < from) low = middle + 1;
    else high = middle;
  }
  return low;
}
