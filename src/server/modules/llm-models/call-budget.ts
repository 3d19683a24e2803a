import { hourMs } from '#domain/time.ts';
import type { Attempts } from '#server/database/attempts.ts';

/** How often the services may be called, by all processes together: every question is paid for. */
export interface CallBudget {
  /**
   * Takes one call. Null: it may be made; otherwise the seconds until calls are available again.
   */
  take(): Promise<number | null>;
}

/** `callsPerHour` 0: no limit. The hour begins with its first call. */
export const createCallBudget = (callsPerHour: number, attempts: Attempts): CallBudget => ({
  take: async () => {
    if (callsPerHour === 0) return null;
    const made = await attempts.add(what, everybody, hourMs);
    if (made <= callsPerHour) return null;
    return attempts.secondsLeft(what, everybody, { max: callsPerHour, windowMs: hourMs });
  },
});

const what = 'llm_calls';
const everybody = 'all';
