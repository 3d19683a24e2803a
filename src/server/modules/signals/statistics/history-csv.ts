import { Readable } from 'node:stream';
import type { Signal } from '#contract/signals.ts';
import type { HistorySort, SignalFilters } from '#contract/statistics.ts';
import { priceDigits } from '#domain/market/currency-pair.ts';
import { shownPercent } from '#domain/statistics/shown-rate.ts';
import type { Database } from '#server/database/connection.ts';
import { csvLine } from '#server/http/csv.ts';
import type { Place } from '#server/database/pages.ts';
import { listHistoryFacts } from './signal-statistics.repository.ts';
import { toSignalFacts } from '../to-signal-dto.ts';

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

/**
 * Exports all signals that match the filters, in the requested order; streamed from the database
 * with backpressure.
 */
export const createExportHistory =
  (db: Database) =>
  (userId: string, filters: SignalFilters, sort: HistorySort): Readable =>
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
    yield signals.map(toLine).join('');
    const last = rows.length === rowsAtOnce ? rows.at(-1) : undefined;
    after = last ? { at: last.issuedAt, id: last.id } : null;
  } while (after);
}

/** Prices at the pair's precision; a probability to a tenth of a point, finer than any interval of it. */
function toLine(signal: ReturnType<typeof toSignalFacts>): string {
  const digits = priceDigits(signal.symbol);
  const price = (value: number | null): string | null => value?.toFixed(digits) ?? null;
  const exact = {
    passability: shownPercent(signal.passability).toFixed(1),
    openPrice: price(signal.openPrice),
    closePrice: price(signal.closePrice),
  };
  const values = { ...signal, ...exact };
  return csvLine(columns.map((column) => values[column] ?? null));
}
