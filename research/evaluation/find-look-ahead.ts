import { durations } from '#domain/market/duration.ts';
import { createMarketFeatures } from '#engine/features/market-features.ts';
import type { Forecaster } from '#engine/forecast/forecaster.ts';
import type { BarTable } from '#engine/bar/bar-table.ts';
import { listSymbols, walkMarket } from '../bars/walk-market.ts';

export interface LookAhead {
  readonly compared: number;
  /**
   * Symbol, minute and duration of the forecasts that changed when the later history was removed.
   */
  readonly differing: readonly string[];
}

interface Options {
  /** Cuts are at or after this bar's start, milliseconds UTC. */
  readonly from: number;
  readonly cuts: number;
}

/**
 * Compares the forecasts made from the whole history with those made from a history that ends with
 * the forecast's own minute, bit for bit. A forecaster that reads later data cannot pass.
 */
export function findLookAhead(forecaster: Forecaster, tables: readonly BarTable[], { from, cuts }: Options): LookAhead {
  const minutes = cutMinutes(tables, from, cuts);
  const whole = statedAt(forecaster, tables, new Set(minutes));
  const differing: string[] = [];
  let compared = 0;
  for (const minute of minutes) {
    const cut = statedAt(
      forecaster,
      tables.map((table) => cutAfter(table, minute)),
      new Set([minute]),
    );
    const keys = new Set([...cut.keys(), ...[...whole.keys()].filter((key) => key.includes(getKey(minute)))]);
    for (const key of keys) {
      compared += 1;
      if (!Object.is(cut.get(key), whole.get(key))) differing.push(key);
    }
  }
  return { compared, differing };
}

/** Minutes spread evenly over those from `from` on. */
function cutMinutes(tables: readonly BarTable[], from: number, cuts: number): number[] {
  const times = [...new Set(tables.flatMap(({ time }) => Array.from(time.filter((start) => start >= from))))].sort(
    (a, b) => a - b,
  );
  const at = (i: number): number => times[Math.floor(((i + 1) * times.length) / (cuts + 1))] ?? Number.NaN;
  return [...new Set(Array.from({ length: cuts }, (_, i) => at(i)))].filter(Number.isFinite);
}

const getKey = (minute: number): string => new Date(minute).toISOString();

/** P(up) of every pair and duration at the close of these minutes. */
function statedAt(
  forecaster: Forecaster,
  tables: readonly BarTable[],
  wanted: ReadonlySet<number>,
): Map<string, number> {
  const market = createMarketFeatures(listSymbols(tables));
  const stated = new Map<string, number>();
  for (const minute of walkMarket(tables)) {
    const time = minute[0]?.bar.time ?? Number.NaN;
    for (const { pair, bar } of minute) market.push(pair, bar);
    market.close(time);
    if (!wanted.has(time)) continue;
    for (const { pair, table } of minute) {
      const features = market.vector(pair);
      for (const duration of features ? durations : []) {
        const forecast = features && forecaster.forecast(table.symbol, time, features, duration);
        if (forecast) stated.set(`${table.symbol} ${getKey(time)} ${duration}`, forecast.pUp);
      }
    }
  }
  return stated;
}

/** The table up to and including the bar that starts at `minute`. */
function cutAfter(table: BarTable, minute: number): BarTable {
  const size = table.time.findLastIndex((time) => time <= minute) + 1;
  return {
    symbol: table.symbol,
    size,
    time: table.time.slice(0, size),
    open: table.open.slice(0, size),
    high: table.high.slice(0, size),
    low: table.low.slice(0, size),
    close: table.close.slice(0, size),
  };
}
