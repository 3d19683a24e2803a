import { type Duration, durations } from '#domain/market/duration.ts';
import { marketSessionAt, marketSessions } from '#domain/market/market-session.ts';
import { createMarketFeatures, featureNames } from '#engine/features/market-features.ts';
import { minuteMs } from '#domain/time.ts';
import { outcomeAt } from '#engine/bar/bar-outcome.ts';
import type { BarTable } from '#engine/bar/bar-table.ts';
import { type MarketBar, listSymbols, walkMarket } from '../bars/walk-market.ts';
import { byDuration } from './members.ts';

/**
 * Every decision of every pair, minute by minute; columns are in shared memory so that workers can
 * read them.
 */
export interface TrainingRows {
  readonly size: number;
  readonly symbols: readonly string[];
  /** Row-major, `featureNames.length` per row. */
  readonly features: Float32Array;
  /** Start of the last closed bar, milliseconds UTC. */
  readonly time: Float64Array;
  /** Index into `symbols`. */
  readonly pair: Uint8Array;
  /** Index into `marketSessions`. */
  readonly session: Uint8Array;
  /** By duration: −1, 0, 1 or `noOutcome`. */
  readonly outcomes: Readonly<Record<Duration, Int8Array>>;
}

export function createTrainingRows(tables: readonly BarTable[], onProgress: (share: number) => void): TrainingRows {
  const capacity = tables.reduce((sum, table) => sum + table.size, 0);
  const rows = allocateRows(capacity, listSymbols(tables));
  const market = createMarketFeatures(rows.symbols);
  let size = 0;
  let seen = 0;
  for (const minute of walkMarket(tables)) {
    const time = minute[0]?.bar.time ?? 0;
    for (const { pair, bar } of minute) market.push(pair, bar);
    market.close(time);
    for (const decision of minute) {
      const vector = market.vector(decision.pair);
      if (vector) writeRow(rows, size++, decision, vector);
    }
    seen += minute.length;
    onProgress(seen / capacity);
  }
  return { ...rows, size };
}

const shared = (bytes: number): SharedArrayBuffer => new SharedArrayBuffer(bytes);

function allocateRows(capacity: number, symbols: readonly string[]): TrainingRows {
  return {
    size: 0,
    symbols,
    features: new Float32Array(shared(capacity * featureNames.length * 4)),
    time: new Float64Array(shared(capacity * 8)),
    pair: new Uint8Array(shared(capacity)),
    session: new Uint8Array(shared(capacity)),
    outcomes: byDuration(() => new Int8Array(shared(capacity))),
  };
}

function writeRow(rows: TrainingRows, row: number, { pair, table, i, bar }: MarketBar, vector: Float64Array): void {
  rows.features.set(vector, row * vector.length);
  rows.time[row] = bar.time;
  rows.pair[row] = pair;
  rows.session[row] = marketSessions.indexOf(marketSessionAt(bar.time + minuteMs));
  for (const duration of durations) rows.outcomes[duration][row] = outcomeAt(table, i, duration);
}
