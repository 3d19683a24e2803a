import { Readable } from 'node:stream';
import type { Signal } from '#contract/signals.ts';
import type { HistorySort, SignalFilters, SignalHistory } from '#contract/statistics.ts';
import { priceDigits } from '#domain/market/currency-pair.ts';
import { shownPercent } from '#domain/statistics/shown-rate.ts';
import type { Database } from '#server/database/connection.ts';
import { byteOrderMark, csvLine } from '#server/http/csv.ts';
import { cutPage, parsePosition, positionCursor } from '#server/http/cursor.ts';
import type { PagePosition } from '#server/database/pages.ts';
import type { SignalsContext } from '../signals-context.ts';
import { toSignalDto, toSignalFacts } from '../to-signal-dto.ts';
import { countHistory, listHistory, listHistoryFacts } from './signal-statistics.repository.ts';

interface HistoryPage extends SignalFilters {
  readonly cursor?: string | undefined;
  readonly limit: number;
  readonly sort: HistorySort;
}

/** Keyset pagination: a new signal does not shift the pages. */
export async function readHistory(
  { db, record }: SignalsContext,
  userId: string,
  { cursor, limit, sort, ...filters }: HistoryPage,
): Promise<SignalHistory> {
  const after = parsePosition(cursor);
  const [rows, total] = await Promise.all([
    listHistory(db, { userId, filters, sort, after, limit: limit + 1 }),
    countHistory(db, userId, filters),
  ]);
  const { page, next } = cutPage(rows, limit, ({ issuedAt, id }) => positionCursor(issuedAt, id));
  const proofs = await record.readProofs(page.flatMap(({ recordIndex }) => recordIndex ?? []));
  const items = page.map((row) => ({ ...toSignalDto(row), proof: proofs.get(row.recordIndex ?? -1) ?? 'unproven' }));
  return { items, nextCursor: next, total };
}

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

const rowsAtOnce = 500;

/**
 * Exports all signals that match the filters, in the requested order; streamed from the database
 * with backpressure.
 */
export const exportHistory = (db: Database, userId: string, filters: SignalFilters, sort: HistorySort): Readable =>
  Readable.from(toLines(db, userId, filters, sort));

async function* toLines(
  db: Database,
  userId: string,
  filters: SignalFilters,
  sort: HistorySort,
): AsyncGenerator<string> {
  yield byteOrderMark + csvLine(columns);
  let after: PagePosition | null = null;
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
