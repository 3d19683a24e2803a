import { useEvent } from '../api/event-hub.ts';
import { knownWorkingStats, refreshWorkingStats } from './working-stats.ts';

/**
 * Refetches when the stream reports that the market has opened or closed. Use in one component per
 * screen.
 */
export function useMarketTurns(): void {
  useEvent('market', ({ open }) => {
    const known = knownWorkingStats();
    if (known && known.open !== open) void refreshWorkingStats();
  });
}
