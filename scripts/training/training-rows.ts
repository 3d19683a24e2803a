import { type Duration, durations } from '#domain/duration.ts';
import { sessionAt, tradingSessions } from '#domain/trading-session.ts';
import { minuteMs } from '#engine/bar/bar.ts';
import { createFeatureStream, featureNames } from '#engine/features/feature-stream.ts';
import { outcomeAt } from '../bars/bar-outcome.ts';
import { type BarTable, barAt } from '../bars/load-bars.ts';

/** Every decision of every pair, pair by pair in rising time; columns lie in shared memory so that workers can read them. */
export interface TrainingRows {
  readonly size: number;
  readonly symbols: readonly string[];
  /** Row-major, `featureNames.length` a row. */
  readonly features: Float32Array;
  /** Start of the last closed bar, milliseconds UTC. */
  readonly time: Float64Array;
  /** Index into `symbols`. */
  readonly pair: Uint8Array;
  /** Index into `tradingSessions`. */
  readonly session: Uint8Array;
  /** By duration: −1, 0, 1 or `noOutcome`. */
  readonly outcomes: Readonly<Record<Duration, Int8Array>>;
}

export function createTrainingRows(tables: readonly BarTable[], onProgress: (share: number) => void): TrainingRows {
  const capacity = tables.reduce((sum, table) => sum + table.size, 0);
  const symbols = [...new Set(tables.map((table) => table.symbol))];
  const rows = allocateRows(capacity, symbols);
  let size = 0;
  tables.forEach((table, i) => {
    onProgress(i / tables.length);
    size = appendTable(rows, size, table, symbols.indexOf(table.symbol));
  });
  return { ...rows, size };
}

const shared = (bytes: number): SharedArrayBuffer => new SharedArrayBuffer(bytes);

function allocateRows(capacity: number, symbols: readonly string[]): TrainingRows {
  const outcomes = Object.fromEntries(durations.map((duration) => [duration, new Int8Array(shared(capacity))]));
  return {
    size: 0,
    symbols,
    features: new Float32Array(shared(capacity * featureNames.length * 4)),
    time: new Float64Array(shared(capacity * 8)),
    pair: new Uint8Array(shared(capacity)),
    session: new Uint8Array(shared(capacity)),
    outcomes: outcomes as Record<Duration, Int8Array>,
  };
}

function appendTable(rows: TrainingRows, from: number, table: BarTable, pair: number): number {
  const stream = createFeatureStream(table.symbol);
  let size = from;
  for (let i = 0; i < table.size; i += 1) {
    const vector = stream.push(barAt(table, i));
    if (!vector) continue;
    rows.features.set(vector, size * vector.length);
    const time = table.time[i] as number;
    rows.time[size] = time;
    rows.pair[size] = pair;
    rows.session[size] = tradingSessions.indexOf(sessionAt(time + minuteMs));
    for (const duration of durations) rows.outcomes[duration][size] = outcomeAt(table, i, duration);
    size += 1;
  }
  return size;
}

/** The bars with `from` <= time < `to`: no outcome may lie beyond them. */
export function tableWithin(table: BarTable, from: number, to: number): BarTable {
  const start = table.time.findIndex((time) => time >= from);
  const end = table.time.findLastIndex((time) => time < to) + 1;
  const cut = (column: Float64Array): Float64Array => (start < 0 ? column.slice(0, 0) : column.slice(start, end));
  const time = cut(table.time);
  return {
    symbol: table.symbol,
    size: time.length,
    time,
    open: cut(table.open),
    high: cut(table.high),
    low: cut(table.low),
    close: cut(table.close),
  };
}
