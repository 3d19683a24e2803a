import { Readable } from 'node:stream';
import type { Signal } from '#contract/signals.ts';
import type { HistorySort, SignalFilters } from '#contract/statistics.ts';
import type { Database } from '#server/database/connection.ts';
import { csvLine } from '#server/http/csv-line.ts';
import { listHistoryFacts, type Place } from './signal-statistics.repository.ts';
import { toSignalFacts } from '../to-signal-dto.ts';

/**
 * Exports all signals that match the filters, in the requested order; streamed from the database
 * with backpressure.
 */
export type ExportHistory = (userId: string, filters: SignalFilters, sort: HistorySort) => Readable;

const columns = [
  'id',
  'time',
  'symbol',
  'signal',
  'duration',
  'aiModel',
  'passability',
  'status',
  'openedAt',
  'openPrice',
  'expiresAt',
  'closePrice',
  'result',
  'voidReason',
  'chaseOf',
  'hasEdge',
] as const satisfies readonly (keyof Signal)[];

/** Makes spreadsheet programs read the file as UTF-8. */
const byteOrderMark = '\uFEFF';
const rowsAtOnce = 500;

export const createExportHistory =
  (db: Database): ExportHistory =>
  (userId, filters, sort) =>
    Readable.from(toLines(db, userId, filters, sort));

async function* toLines(
  db: Database,
  userId: string,
  filters: SignalFilters,
  sort: HistorySort,
): AsyncGenerator<string> {
  yield byteOrderMark + csvLine(columns);
  let after: Place | null = null;
  do {
    const rows = await listHistoryFacts(db, { userId, filters, sort, after, limit: rowsAtOnce });
    const signals = rows.map(toSignalFacts);
    yield signals.map((signal) => csvLine(columns.map((column) => signal[column] ?? null))).join('');
    after = rows.length === rowsAtOnce ? (rows.at(-1) ?? null) : null;
  } while (after);
}
