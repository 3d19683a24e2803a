import { useSyncExternalStore } from 'react';
import type { WorkingStats } from '#contract/signals.ts';
import { knownWorkingStats, onWorkingStats } from './working-stats.ts';

/** Market, feed and models as the server reports them; undefined until the first answer. */
export const useWorkingStats = (): { readonly data: WorkingStats | undefined } => ({
  data: useSyncExternalStore(onWorkingStats, knownWorkingStats, () => undefined),
});
