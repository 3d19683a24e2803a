import type { Clock } from '#domain/clock.ts';
import { hourMs } from '#domain/time.ts';

/** How often the services may be called: every question is paid for. */
export interface CallBudget {
  /**
   * Takes one call. Null: it may be made; otherwise the seconds until calls are available again.
   */
  take(): number | null;
}

/** `callsPerHour` 0: no limit. `clock`: wall time. */
export function createCallBudget(callsPerHour: number, clock: Clock): CallBudget {
  let hour = Number.NEGATIVE_INFINITY;
  let made = 0;
  return {
    take: () => {
      const now = clock.now();
      const current = Math.floor(now / hourMs);
      if (current !== hour) [hour, made] = [current, 0];
      if (callsPerHour > 0 && made >= callsPerHour) return Math.ceil(((hour + 1) * hourMs - now) / 1_000);
      made += 1;
      return null;
    },
  };
}
