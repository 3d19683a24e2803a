import type { HistorySort, SignalFilters, SignalHistory } from '#contract/statistics.ts';
import type { RecordApi } from '#server/modules/record/record.api.ts';
import type { Database } from '#server/database/connection.ts';
import { parsePlace, placeCursor } from '#server/http/cursor.ts';
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
    const page = rows.slice(0, limit);
    const last = rows.length > limit ? page.at(-1) : undefined;
    const proofs = await readProofs(page.map(({ id }) => id));
    const items = page.map((row) => ({ ...toSignalDto(row), proof: proofs.get(row.id) ?? 'unproven' }));
    return { items, nextCursor: last ? placeCursor(last.issuedAt, last.id) : null, total };
  };
