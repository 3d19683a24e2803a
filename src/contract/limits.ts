import { z } from 'zod';
import { type LimitName, limitNames, ownLimitRange } from '#domain/signals/own-limits.ts';
import { outcomes } from '#domain/signals/outcome.ts';
import { Instant } from './wire.ts';

export const limitPaths = {
  limits: '/api/limits',
  stop: '/api/limits/stop',
} as const;

const limit = (name: LimitName) =>
  z.number().int().min(ownLimitRange[name].min).max(ownLimitRange[name].max).nullable();

/** What a trader allows themselves in one day; null: no limit of that kind. */
export const OwnLimits = z
  .strictObject({
    lossesInARow: limit('lossesInARow'),
    lossesADay: limit('lossesADay'),
    signalsADay: limit('signalsADay'),
  })
  .meta({ id: 'OwnLimits' });

/** `requested`: the trader pressed the button; else the limit that was reached. */
export const stopCauses = ['asked', ...limitNames] as const;
export const DayStop = z.object({ cause: z.enum(stopCauses), until: Instant });
export type DayStop = z.infer<typeof DayStop>;

const count = z.number().int().nonnegative();

/** Limits as they hold now; `details` of `stopped_for_today` is `stopped`. */
export const LimitsAnswer = z
  .object({
    limits: OwnLimits,
    /** A loosening that has been asked for, and when it begins to hold. */
    next: z.object({ from: Instant, limits: OwnLimits }).nullable(),
    /** No signals until then; null: they go on. */
    stopped: DayStop.nullable(),
    today: z.object({
      signals: count,
      losses: count,
      lossesInARow: count,
      /** Oldest first; void signals are left out, and so is one that is open. */
      results: z.array(z.enum(outcomes)),
    }),
    /** When the day of the limits ends, and where on earth that is midnight. */
    dayEnds: Instant,
    timezone: z.string(),
  })
  .meta({ id: 'Limits' });
export type LimitsAnswer = z.infer<typeof LimitsAnswer>;
