import { type Bar } from '#engine/bar/bar-builder.ts';
import { type BarTable, barAt } from '#engine/bar/bar-table.ts';

/** A bar of the market during the walk. */
export interface MarketBar {
  /** Index of the pair in the list of symbols. */
  readonly pair: number;
  readonly table: BarTable;
  /** Index of the bar in its table. */
  readonly i: number;
  readonly bar: Bar;
}

/** The distinct symbols of these tables. */
export const listSymbols = (tables: readonly BarTable[]): string[] => [...new Set(tables.map(({ symbol }) => symbol))];

interface Cursor {
  readonly pair: number;
  readonly table: BarTable;
  at: number;
}

/**
 * Minute by minute, the bars of all tables that start then. The array is reused for the next
 * minute.
 */
export function* walkMarket(tables: readonly BarTable[]): Generator<readonly MarketBar[]> {
  const symbols = listSymbols(tables);
  const cursors: Cursor[] = tables.map((table) => ({ pair: symbols.indexOf(table.symbol), table, at: 0 }));
  const minute: MarketBar[] = [];
  for (let time = earliest(cursors); time < Number.POSITIVE_INFINITY; time = earliest(cursors)) {
    minute.length = 0;
    for (const cursor of cursors) {
      const { pair, table, at } = cursor;
      if (table.time[at] !== time) continue;
      minute.push({ pair, table, i: at, bar: barAt(table, at) });
      cursor.at += 1;
    }
    yield minute;
  }
}

function earliest(cursors: readonly Cursor[]): number {
  let time = Number.POSITIVE_INFINITY;
  for (const { table, at } of cursors) if (at < table.size) time = Math.min(time, table.time[at] as number);
  return time;
}
