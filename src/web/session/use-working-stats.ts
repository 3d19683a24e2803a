import { useSyncExternalStore } from 'react';
import type { WorkingStats } from '#contract/signals.ts';
import { knownWorkingStats, onWorkingStats } from './working-stats.ts';

/** The market, the feed and the models as the server sees them; nothing until it has answered once. */
export const useWorkingStats = (): { readonly data: WorkingStats | undefined } => ({
  data: useSyncExternalStore(onWorkingStats, knownWorkingStats, () => undefined),
});
