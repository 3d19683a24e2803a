import type { Database } from '#server/database/connection.ts';
import type { AccountsApi } from '#server/modules/accounts/accounts.api.ts';
import type { RecordApi } from '#server/modules/record/record.api.ts';
import type { Platform } from '#server/start/platform.ts';
import { createVoidSignal } from '../settlement/void-signal.ts';
import { adminSignalsRoutes } from './admin-signals.routes.ts';
import { createExportHistory } from './history-csv.ts';
import { createListAllSignals } from './list-all-signals.ts';
import { createReadHistory } from './read-history.ts';
import { createReadSignalFile } from './read-signal-file.ts';
import { createReadStats } from './read-stats.ts';
import { getChangesOfUser } from './signal-statistics.repository.ts';
import { type StatisticsReads, statisticsRoutes } from './statistics.routes.ts';

export interface StatisticsDependencies {
  readonly platform: Pick<Platform, 'db' | 'reads' | 'clock' | 'marketClock' | 'enqueueUserEvents' | 'crashPoint'>;
  readonly accounts: Pick<AccountsApi, 'signedIn' | 'adminOnly' | 'recentlyConfirmed'>;
  readonly record: Pick<RecordApi, 'readProofs'>;
}

/** A user's history and figures, and all signals for admins. */
export function createStatisticsRoutes({
  platform,
  accounts: { signedIn, adminOnly, recentlyConfirmed },
  record: { readProofs },
}: StatisticsDependencies) {
  const { db, reads, clock } = platform;
  const create = (from: Database): StatisticsReads => ({
    readHistory: createReadHistory({ db: from, readProofs }),
    exportHistory: createExportHistory(from),
    readStats: createReadStats(from),
  });
  return [
    statisticsRoutes({
      signedIn,
      chooseReads: reads.choose({ onPrimary: create(db), create, getWatermarks: getChangesOfUser }),
      clock,
    }),
    adminSignalsRoutes({
      adminOnly,
      recentlyConfirmed,
      listAllSignals: createListAllSignals({ db, clock }),
      readSignalFile: createReadSignalFile(platform),
      voidSignal: createVoidSignal(platform),
    }),
  ];
}
