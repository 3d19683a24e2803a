import { dayMs, minuteMs } from '#domain/time.ts';
import type { Attempts } from '#server/database/attempts.ts';

/**
 * Wrong codes and passwords of one account, from all its login sessions: with 50 a day, guessing a code of
 * six digits takes years. A passkey is not counted, so its owner is never locked out.
 */
const limits = { short: { max: 5, windowMs: 15 * minuteMs }, day: { max: 50, windowMs: dayMs } } as const;

export interface TryLimit {
  /** Before each try; throws rate_limited. */
  take(userId: string): Promise<void>;
  /** The last try was right: what was counted is forgotten. */
  succeed(userId: string): Promise<void>;
}

export const createTryLimit = ({ attempts }: { readonly attempts: Attempts }): TryLimit => ({
  take: async (userId) => {
    await attempts.take('second-factor', userId, limits.short);
    await attempts.take('second-factor-day', userId, limits.day);
  },
  succeed: async (userId) => {
    await attempts.invalidate('second-factor', userId);
    await attempts.withdraw('second-factor-day', userId);
  },
});
