import type { HistorySort, SignalFilters, SignalHistory } from '#contract/statistics.ts';
import type { Database } from '#server/database/connection.ts';
import { cutPage, parsePlace, placeCursor } from '#server/http/cursor.ts';
import type { AccountsApi } from '#server/modules/accounts/accounts.api.ts';
import type { RecordApi } from '#server/modules/record/record.api.ts';
import type { Platform } from '#server/start/platform.ts';
import { createVoidSignal } from '../settlement/void-signal.ts';
import { createExportHistory } from './history-csv.ts';
import { createListAllSignals } from './list-all-signals.ts';
import { createReadSignalFile } from './read-signal-file.ts';
import { createReadStats } from './read-stats.ts';
import { countHistory, listHistory } from './signal-statistics.repository.ts';
import { toSignalDto } from '../to-signal-dto.ts';

export interface StatisticsDependencies {
  readonly platform: Pick<Platform, 'db' | 'clock' | 'marketClock' | 'enqueueUserEvents' | 'crashPoint'>;
  readonly accounts: Pick<AccountsApi, 'signedIn' | 'adminOnly'>;
  readonly record: Pick<RecordApi, 'readProofs'>;
}

export type Statistics = ReturnType<typeof createStatistics>;

/** A user's history and figures, and all signals for admins. */
export function createStatistics({
  platform,
  accounts: { signedIn, adminOnly },
  record: { readProofs },
}: StatisticsDependencies) {
  const { db, clock } = platform;
  return {
    own: {
      signedIn,
      readHistory: createReadHistory({ db, readProofs }),
      exportHistory: createExportHistory(db),
      readStats: createReadStats(db),
      clock,
    },
    administration: {
      adminOnly,
      listAllSignals: createListAllSignals({ db, clock }),
      readSignalFile: createReadSignalFile(platform),
      voidSignal: createVoidSignal(platform),
    },
  };
}

export interface HistoryPage extends SignalFilters {
  readonly cursor?: string | undefined;
  readonly limit: number;
  readonly sort: HistorySort;
}

/** Keyset pagination: a new signal does not shift the pages. */
export const createReadHistory =
  ({ db, readProofs }: { readonly db: Database; readonly readProofs: RecordApi['readProofs'] }) =>
  async (userId: string, { cursor, limit, sort, ...filters }: HistoryPage): Promise<SignalHistory> => {
    const after = parsePlace(cursor);
    const [rows, total] = await Promise.all([
      listHistory(db, { userId, filters, sort, after, limit: limit + 1 }),
      countHistory(db, userId, filters),
    ]);
    const { page, next } = cutPage(rows, limit, ({ issuedAt, id }) => placeCursor(issuedAt, id));
    const proofs = await readProofs(page.flatMap(({ recordIndex }) => recordIndex ?? []));
    const items = page.map((row) => ({ ...toSignalDto(row), proof: proofs.get(row.recordIndex ?? -1) ?? 'unproven' }));
    return { items, nextCursor: next, total };
  };
