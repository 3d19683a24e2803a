import { isClosedWeekend } from '#domain/market/new-york-time.ts';
import type { Bar } from '#engine/bar/bar.ts';
import { readBars } from './read-bars.ts';

/**
 * A pair's bars in columns, in ascending time, without those inside the closed weekend. Times in
 * milliseconds UTC.
 */
export interface BarTable {
  readonly symbol: string;
  readonly size: number;
  readonly time: Float64Array;
  readonly open: Float64Array;
  readonly high: Float64Array;
  readonly low: Float64Array;
  readonly close: Float64Array;
}

/** Bars with time < `to`. */
export async function loadBars(path: string, symbol: string, to: number): Promise<BarTable> {
  const columns: [number[], number[], number[], number[], number[]] = [[], [], [], [], []];
  for await (const batch of readBars(path)) {
    for (const bar of batch) {
      if (bar.time >= to || isClosedWeekend(bar.time)) continue;
      columns[0].push(bar.time);
      columns[1].push(bar.open);
      columns[2].push(bar.high);
      columns[3].push(bar.low);
      columns[4].push(bar.close);
    }
  }
  const [time, open, high, low, close] = columns.map((column) => Float64Array.from(column)) as [
    Float64Array,
    Float64Array,
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  return { symbol, size: time.length, time, open, high, low, close };
}

export const barAt = (table: BarTable, i: number): Bar => ({
  time: table.time[i] as number,
  open: table.open[i] as number,
  high: table.high[i] as number,
  low: table.low[i] as number,
  close: table.close[i] as number,
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
