import type { HistoryLimits } from '#server/integrations/market-data/market-data.ts';
import type { Scheduler } from '#server/jobs/scheduler.ts';

/**
 * After each day of a pair, which is two calls of 1,000 rows at most: 60 calls a minute. Deriv, the
 * strictest of the public feeds that are paged so, allows 220 (https://developers.deriv.com/docs/limits).
 */
const usualPauseMs = 2_000;

export const getPause = (history: HistoryLimits | undefined): number => history?.pauseMs ?? usualPauseMs;

/** Resolves when the feed's history may be asked again, or at a stop. */
export const createHistoryPause =
  (history: HistoryLimits | undefined, { after }: Scheduler) =>
  (stopping: AbortSignal): Promise<void> =>
    new Promise((resolve) => {
      const end = (): void => {
        cancel();
        stopping.removeEventListener('abort', end);
        resolve();
      };
      const cancel = after(getPause(history), end);
      stopping.addEventListener('abort', end);
    });
