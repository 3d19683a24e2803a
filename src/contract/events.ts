import { z } from 'zod';
import { Price, Signal, SignalSession } from './signals.ts';
import { Instant } from './wire.ts';

export const eventsPath = '/api/events';

/** What the stream carries: the name of the event and the shape of its data. */
export const events = {
  tick: Price,
  signal: Signal,
  result: Signal,
  balance: z.object({ balance: z.number().nullable(), isBalanceValid: z.boolean(), checkedAt: Instant.nullable() }),
  session: SignalSession.nullable(),
  market: z.object({ open: z.boolean(), nextOpen: Instant.nullable(), nextClose: Instant.nullable() }),
  checkpoint: z.object({ note: z.string() }),
} as const;
export type EventName = keyof typeof events;
export type EventData<N extends EventName> = z.infer<(typeof events)[N]>;
