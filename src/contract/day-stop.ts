import { z } from 'zod';
import type { Endpoints } from './endpoint.ts';
import { outcomes } from '#domain/signals/outcome.ts';
import { Instant } from './wire.ts';

export const Today = z
  .object({
    /** The trader stopped signals until then, which `stopped_for_today` says too; null: signals are on. */
    stoppedUntil: Instant.nullable(),
    /** Of the day's settled signals without practice and void ones, oldest first. */
    results: z.array(z.enum(outcomes)),
    /** Local midnight, and in which time zone. */
    dayEnds: Instant,
    timezone: z.string(),
  })
  .meta({ id: 'Today' });
export type Today = z.infer<typeof Today>;

export const dayStopEndpoints = {
  'GET /api/today': { guards: ['signedIn'], answer: Today },
  'POST /api/today/stop': { guards: ['signedIn'], answer: Today },
} satisfies Endpoints;
