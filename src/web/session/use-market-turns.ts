import { useEvent } from '../api/use-event.ts';
import { knownWorkingStats, refreshWorkingStats } from './working-stats.ts';

/** Asks again when the stream says that the market has turned. For one component of a screen. */
export function useMarketTurns(): void {
  useEvent('market', ({ open }) => {
    const known = knownWorkingStats();
    if (known && known.open !== open) void refreshWorkingStats();
  });
}
