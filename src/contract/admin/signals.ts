import { z } from 'zod';
import type { Endpoints } from '../endpoint.ts';
import { outcomes, voidCauses, voidReasons } from '#domain/signals/outcome.ts';
import { PageQuery, toPage } from './admin.ts';
import { AiModel, Signal, VoidSignalBody } from '../signals.ts';
import { Count, Id, Instant, isPeriod, notPeriod, PairSymbol, RequestedInstant } from '../wire.ts';

export const AllSignalsQuery = PageQuery.extend({
  /** Signal id or record number. */
  q: z.string().trim().max(64).optional(),
  /** Filter by one user; this query is written to the audit log. */
  user: z.uuid().optional(),
  aiModel: AiModel.optional(),
  symbol: PairSymbol.optional(),
  /** `open`: no outcome yet. */
  result: z.enum([...outcomes, 'open']).optional(),
  /** Start of the issue period, inclusive; `to` is exclusive. */
  from: RequestedInstant.optional(),
  to: RequestedInstant.optional(),
}).refine(isPeriod, notPeriod);
export type AllSignalsQuery = z.infer<typeof AllSignalsQuery>;

/** List entry without the owner of the signal. */
export const AnySignal = Signal.omit({ analytics: true }).extend({
  /** Null unless the signal is void. */
  voidReason: z.enum(voidReasons).nullable(),
  /** Whether the user removed it from the lists. */
  isRemoved: z.boolean(),
});
export type AnySignal = z.infer<typeof AnySignal>;

export const AllSignals = toPage(AnySignal)
  .extend({ user: z.object({ id: Id, email: z.string() }).nullable() })
  .meta({ id: 'AllSignals' });
export type AllSignals = z.infer<typeof AllSignals>;

/** Stored prices between entry and expiry. */
const Prices = z.object({
  /** Number of all ticks; `points` is thinned out when there are many. */
  count: Count,
  longestGapMs: Count.nullable(),
  longestGapAt: Instant.nullable(),
  points: z.array(z.object({ time: Instant, price: z.number() })),
});

export const SignalFile = AnySignal.extend({
  user: z.object({ id: Id, email: z.string() }),
  modelVersion: z.string(),
  feed: z.string(),
  /** The final outcome; null until settled. */
  outcome: z
    .object({
      result: z.enum(outcomes),
      closePrice: z.number().nullable(),
      closingTickAt: Instant.nullable(),
      closingBid: z.number().nullable(),
      closingAsk: z.number().nullable(),
      settledAt: Instant,
    })
    .nullable(),
  prices: Prices,
  /** Voiding by an administrator; null if none. */
  voiding: z
    .object({ cause: z.enum(voidCauses), reason: z.string().nullable(), by: z.string().nullable(), at: Instant })
    .nullable(),
}).meta({ id: 'SignalFile' });
export type SignalFile = z.infer<typeof SignalFile>;

export const adminSignalEndpoints = {
  'GET /api/admin/signals': {
    guards: ['admin'],
    query: AllSignalsQuery,
    answer: AllSignals,
    errors: ['user_not_found'],
  },
  'GET /api/admin/signals/:id': { guards: ['admin'], answer: SignalFile, errors: ['signal_not_found'] },
  'DELETE /api/signal/user/admin/deleteSignal/:id': {
    guards: ['admin'],
    body: VoidSignalBody,
    errors: ['signal_not_found', 'signal_expired'],
  },
} satisfies Endpoints;
