import type { HistorySort, SignalFilters, SignalHistory } from '#contract/statistics.ts';
import type { RecordApi } from '#server/modules/record/record.api.ts';
import type { Database } from '#server/database/connection.ts';
import { cutPage, parsePlace, placeCursor } from '#server/http/cursor.ts';
import { countHistory, listHistory } from './signal-statistics.repository.ts';
import { toSignalDto } from '../to-signal-dto.ts';

interface HistoryPage extends SignalFilters {
  readonly cursor?: string | undefined;
  readonly limit: number;
  readonly sort: HistorySort;
}

export type ReadHistory = (userId: string, page: HistoryPage) => Promise<SignalHistory>;

/** Keyset pagination: a new signal does not shift the pages. */
export const createReadHistory =
  ({ db, readProofs }: { readonly db: Database; readonly readProofs: RecordApi['readProofs'] }): ReadHistory =>
  async (userId, { cursor, limit, sort, ...filters }) => {
    const after = parsePlace(cursor);
    const [rows, total] = await Promise.all([
      listHistory(db, { userId, filters, sort, after, limit: limit + 1 }),
      countHistory(db, userId, filters),
    ]);
    const { page, next } = cutPage(rows, limit, ({ issuedAt, id }) => placeCursor(issuedAt, id));
    const proofs = await readProofs(page.map(({ id }) => id));
    const items = page.map((row) => ({ ...toSignalDto(row), proof: proofs.get(row.id) ?? 'unproven' }));
    return { items, nextCursor: next, total };
  };
