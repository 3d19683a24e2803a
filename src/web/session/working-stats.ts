import { minuteMs } from '#domain/time.ts';
import { getWorkingStats } from '../api/get-working-stats.ts';
import { createPolledStore } from '../api/polled-store.ts';

/** Market, feed and models as the server reports them; undefined until the first answer. */
export const {
  get: knownWorkingStats,
  refresh: refreshWorkingStats,
  useAnswer: useWorkingStats,
} = createPolledStore(getWorkingStats, { pollMs: minuteMs });
