import { z } from 'zod';
import type { HistorySort, SignalFilters, SignalHistory } from '#contract/statistics.ts';
import type { RecordApi } from '#server/modules/record/record.api.ts';
import type { Database } from '#server/database/connection.ts';
import { apiError } from '#server/http/api-error.ts';
import { countHistory, listHistory, type Place } from './signal-statistics.repository.ts';
import type { SignalRow } from '../signals.repository.ts';
import { toSignalDto } from '../to-signal-dto.ts';

interface HistoryPage extends SignalFilters {
  readonly cursor?: string | undefined;
  readonly limit: number;
  readonly sort: HistorySort;
}

export type ReadHistory = (userId: string, page: HistoryPage) => Promise<SignalHistory>;

interface ReadHistoryDependencies {
  readonly db: Database;
  readonly readProofs: RecordApi['readProofs'];
}

/** Keyset pagination: a new signal does not shift the pages. */
export const createReadHistory =
  ({ db, readProofs }: ReadHistoryDependencies): ReadHistory =>
  async (userId, { cursor, limit, sort, ...filters }) => {
    const after = cursor === undefined ? null : resolvePlace(cursor);
    const [rows, total] = await Promise.all([
      listHistory(db, { userId, filters, sort, after, limit: limit + 1 }),
      countHistory(db, userId, filters),
    ]);
    const page = rows.slice(0, limit);
    const last = rows.length > limit ? page.at(-1) : undefined;
    const proofs = await readProofs(page.map(({ id }) => id));
    const items = page.map((row) => ({ ...toSignalDto(row), proof: proofs.get(row.id) ?? 'unproven' }));
    return { items, nextCursor: last ? toCursor(last) : null, total };
  };

const toCursor = ({ issuedAt, id }: SignalRow): string =>
  Buffer.from(`${issuedAt.getTime()} ${id}`).toString('base64url');

const Cursor = z.tuple([z.coerce.number().int().min(0).max(8.64e15), z.uuid()]);

function resolvePlace(cursor: string): Place {
  const place = Cursor.safeParse(Buffer.from(cursor, 'base64url').toString().split(' '));
  if (place.success) return { issuedAt: new Date(place.data[0]), id: place.data[1] };
  throw apiError('validation_failed', {
    params: { fields: 'cursor' },
    details: [{ field: 'cursor', message: 'nextCursor' }],
  });
}
