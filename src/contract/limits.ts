import { z } from 'zod';
import { type LimitName, limitNames, ownLimitRange } from '#domain/signals/own-limits.ts';
import { outcomes } from '#domain/signals/outcome.ts';
import { AnswerLang, Count, Instant } from './wire.ts';

export const limitPaths = {
  limits: '/api/limits',
  stop: '/api/limits/stop',
} as const;

const limit = (name: LimitName) =>
  z.number().int().min(ownLimitRange[name].min).max(ownLimitRange[name].max).nullable();

/** The trader's own limits for one day; null: no limit of that kind. */
const OwnLimits = z
  .strictObject({
    lossesInARow: limit('lossesInARow'),
    lossesADay: limit('lossesADay'),
    signalsADay: limit('signalsADay'),
  })
  .meta({ id: 'OwnLimits' });
export const ChangeLimitsBody = OwnLimits.extend({ lang: AnswerLang });

/** `requested`: the trader pressed the button; else the limit that was reached. */
const stopCauses = ['asked', ...limitNames] as const;
export const DayStop = z.object({ cause: z.enum(stopCauses), until: Instant });
export type DayStop = z.infer<typeof DayStop>;

/** Limits currently in force; `details` of `stopped_for_today` is `stopped`. */
export const LimitsAnswer = z
  .object({
    limits: OwnLimits,
    /** A pending loosening and when it takes effect. */
    next: z.object({ from: Instant, limits: OwnLimits }).nullable(),
    /** No signals until then; null when signals are not stopped. */
    stopped: DayStop.nullable(),
    today: z.object({
      signals: Count,
      losses: Count,
      lossesInARow: Count,
      /** Oldest first, without void and open signals. */
      results: z.array(z.enum(outcomes)),
    }),
    /** When the limits day ends (local midnight), and in which time zone. */
    dayEnds: Instant,
    timezone: z.string(),
  })
  .meta({ id: 'Limits' });
export type LimitsAnswer = z.infer<typeof LimitsAnswer>;
