import { currencyPairs, findPair } from '#domain/market/currency-pair.ts';
import { isClosedWeekend } from '#domain/market/new-york-time.ts';
import { dayMs } from '#domain/time.ts';
import type { LocalForecaster } from '#engine/forecast/forecaster.ts';
import type { MarketParameters } from '#server/integrations/market-data/simulated/market-parameters.ts';
import { UsageError } from '../bars/usage-error.ts';
import { type BarTable, loadBars } from '../bars/load-bars.ts';
import { findBarFiles } from '../bars/find-bar-files.ts';
import { countEdgeMinutes, type EdgeMinutes, type EdgeRange } from './count-edge-minutes.ts';
import { simulatedTables } from './simulated-tables.ts';

/** Enough bars before a range to warm the features up, across a weekend. */
const warmUpMs = 5 * dayMs;
/** Of the newest quarter the first days only calibrate, from the 30 days before each day. */
const recorded = { days: 92, before: 40, calibrationDays: 30 };
/** A demo calibrates itself from the 12 days before its start; this many days of it are counted. */
const demo = { calibrationDays: 12, days: 10 };

/** The newest quarter of recorded bars. */
export interface RecordedQuarter {
  readonly tables: readonly BarTable[];
  readonly range: EdgeRange;
}

/** Files that end before that quarter are left out. */
export async function loadRecordedQuarter(folder: string): Promise<RecordedQuarter> {
  const tables: BarTable[] = [];
  for (const { path, symbol } of findBarFiles([folder])) {
    tables.push(await loadBars(path, symbol, Number.POSITIVE_INFINITY));
  }
  const to = Math.ceil(Math.max(...tables.map(({ time }) => time.at(-1) ?? 0)) / dayMs) * dayMs;
  const from = to - recorded.days * dayMs;
  const newest = tables.map((table) => since(table, from - warmUpMs)).filter(({ size }) => size > 0);
  if (newest.length === 0) throw new UsageError(`--data: ${folder} has no bars.`);
  const countFrom = from + recorded.before * dayMs;
  return { tables: newest, range: { from, to, countFrom, calibrationDays: recorded.calibrationDays } };
}

function since(table: BarTable, from: number): BarTable {
  const start = table.time.findIndex((time) => time >= from);
  const first = start < 0 ? table.size : start;
  return {
    symbol: table.symbol,
    size: table.size - first,
    time: table.time.subarray(first),
    open: table.open.subarray(first),
    high: table.high.subarray(first),
    low: table.low.subarray(first),
    close: table.close.subarray(first),
  };
}

/** The same pairs in the same minutes of the week, simulated and calibrated in the same way. */
export function countSimulatedQuarter(
  forecasters: readonly LocalForecaster[],
  parameters: MarketParameters,
  seed: number,
  { tables, range }: RecordedQuarter,
): EdgeMinutes {
  const pairs = tables.flatMap(({ symbol }) => findPair(symbol) ?? []);
  const simulated = simulatedTables(parameters, seed, pairs, {
    from: range.from - warmUpMs,
    to: range.to,
    isOpen: (time) => !isClosedWeekend(time),
  });
  return countEdgeMinutes(forecasters, simulated, range);
}

/** A demo of all pairs that starts then, calibrated as the product does it. */
export function countDemo(
  forecasters: readonly LocalForecaster[],
  parameters: MarketParameters,
  seed: number,
  start: number,
): EdgeMinutes {
  const from = start - demo.calibrationDays * dayMs;
  const to = start + demo.days * dayMs;
  const tables = simulatedTables(parameters, seed, currencyPairs, { from: from - warmUpMs, to });
  return countEdgeMinutes(forecasters, tables, { from, to, countFrom: start, calibrationDays: demo.calibrationDays });
}
