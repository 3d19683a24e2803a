import { z } from 'zod';
import type { Endpoints } from './endpoint.ts';
import type { EventName } from './event-names.ts';
import { Price } from './prices.ts';
import { Signal, AutoRun } from './signals.ts';
import { Instant } from './wire.ts';

/** Events of the stream: event name and the schema of its data. */
export const events = {
  tick: Price,
  signal: Signal,
  result: Signal,
  balance: z.object({ balance: z.number().nullable(), isBalanceValid: z.boolean(), checkedAt: Instant.nullable() }),
  session: AutoRun.nullable(),
  /** `maintenance`: whether the operator has closed the site for users. */
  market: z.object({
    open: z.boolean(),
    nextOpen: Instant.nullable(),
    nextClose: Instant.nullable(),
    maintenance: z.boolean(),
  }),
  checkpoint: z.object({ note: z.string() }),
} as const satisfies Record<EventName, z.ZodType>;
export type EventData<N extends EventName> = z.infer<(typeof events)[N]>;

export const eventEndpoints = {
  'GET /api/events': {
    guards: ['sameOrigin', 'signedIn'],
    inMaintenance: true,
    answer: z.string(),
    produces: ['text/event-stream'],
  },
} satisfies Endpoints;
