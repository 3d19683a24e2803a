import type { Duration } from '#domain/duration.ts';
import { durations } from '#domain/duration.ts';
import { sessionAt, tradingSessions } from '#domain/trading-session.ts';
import { minuteMs } from '#engine/bar/bar.ts';
import { createFeatureStream, featureNames } from '#engine/features/feature-stream.ts';
import type { BarTable } from '../bars/load-bars.ts';

/** What came of a decision. The numbers are stored: −1 down, 0 tie, 1 up. */
export const noOutcome = 2;

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

export function createTrainingRows(tables: readonly BarTable[]): TrainingRows {
  const capacity = tables.reduce((sum, table) => sum + table.size, 0);
  const rows = allocateRows(capacity, tables.map((table) => table.symbol));
  let size = 0;
  tables.forEach((table, pair) => {
    size = appendTable(rows, size, table, pair);
  });
  return { ...rows, size };
}

const shared = (bytes: number): SharedArrayBuffer => new SharedArrayBuffer(bytes);

export function allocateRows(capacity: number, symbols: readonly string[]): TrainingRows {
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

const barAt = (table: BarTable, i: number) => ({
  time: table.time[i] as number,
  open: table.open[i] as number,
  high: table.high[i] as number,
  low: table.low[i] as number,
  close: table.close[i] as number,
});

/**
 * Decided at the close of bar `i`, entered at the open of the minute after (plus `delay` minutes), closed at the last
 * price of the duration's last minute. Both minutes must have a bar: without a price there is no outcome.
 */
export function outcomeAt(table: BarTable, i: number, duration: Duration, delay = 0): number {
  const entry = indexOfMinute(table, i, 1 + delay);
  const close = indexOfMinute(table, i, duration + delay);
  if (entry < 0 || close < 0) return noOutcome;
  return Math.sign((table.close[close] as number) - (table.open[entry] as number));
}

/** The index of the bar that starts `minutes` after bar `i`, or −1. */
function indexOfMinute(table: BarTable, i: number, minutes: number): number {
  const time = (table.time[i] as number) + minutes * minuteMs;
  let at = Math.min(i + minutes, table.size - 1);
  while (at > i && (table.time[at] as number) > time) at -= 1;
  return table.time[at] === time ? at : -1;
}
