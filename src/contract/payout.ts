import { z } from 'zod';
import type { Endpoints } from './endpoint.ts';
import { payoutPercent } from '#domain/signals/edge.ts';
import { AnswerLang, Instant, PairSymbol } from './wire.ts';

/** What the trader's broker pays on a win, in percent of the stake. */
const PayoutPercent = z
  .int()
  .refine((percent) => percent >= payoutPercent.min && percent <= payoutPercent.max, {
    params: { phrase: 'notPayout' },
  })
  .meta({ minimum: payoutPercent.min, maximum: payoutPercent.max });

/** `default`: nothing is said yet, so it is the operator's PAYOUT, without `updatedAt`. */
export const PayoutEntry = z.object({
  percent: PayoutPercent,
  updatedAt: Instant.nullable(),
  statedBy: z.enum(['trader', 'broker', 'default']),
});
export type PayoutEntry = z.infer<typeof PayoutEntry>;

/**
 * What decides whether a forecast has an edge for its trader. `bySymbol`: the pairs with an entry of
 * their own; what the broker states of a pair precedes the trader's exception.
 */
export const Payouts = z
  .object({ default: PayoutEntry, bySymbol: z.record(z.string(), PayoutEntry) })
  .meta({ id: 'Payouts' });
export type Payouts = z.infer<typeof Payouts>;

/** PUT payout: what is absent stays; null removes the exception of a pair. */
export const ChangePayoutsBody = z.strictObject({
  default: PayoutPercent.optional(),
  bySymbol: z.record(PairSymbol, PayoutPercent.nullable()).optional(),
  lang: AnswerLang,
});
export type ChangePayoutsBody = z.infer<typeof ChangePayoutsBody>;

export const payoutEndpoints = {
  'GET /api/payout': { guards: ['signedIn'], answer: Payouts, errors: ['email_not_activated'] },
  'PUT /api/payout': {
    guards: ['signedIn'],
    body: ChangePayoutsBody,
    answer: Payouts,
    errors: ['email_not_activated'],
  },
} satisfies Endpoints;
