import { z } from 'zod';
import { isSymbol } from '#domain/market/currency-pair.ts';
import { outcomes, voidCauses, voidReasons } from '#domain/signals/outcome.ts';
import { PageQuery, pageOf } from './admin.ts';
import { AiModel, Signal } from './signals.ts';
import { RequestedInstant, Id, Instant } from './wire.ts';

export const adminSignalPaths = {
  signals: '/api/admin/signals',
  signal: '/api/admin/signals/:id',
} as const;

export const AllSignalsQuery = PageQuery.extend({
  /** A signal's id, or its number on the record. */
  q: z.string().trim().max(64).optional(),
  /** One person's: that is written down. */
  user: z.uuid().optional(),
  aiModel: AiModel.optional(),
  symbol: z.string().refine(isSymbol).optional(),
  /** `open`: no result yet. */
  result: z.enum([...outcomes, 'open']).optional(),
  /** Of the issue: from the first instant, up to but without the second. */
  from: RequestedInstant.optional(),
  to: RequestedInstant.optional(),
});
export type AllSignalsQuery = z.infer<typeof AllSignalsQuery>;

/** Whose it is, a list does not say. */
export const AnySignal = Signal.omit({ analytics: true }).extend({
  /** Its place on the public record. */
  number: z.number().int().nonnegative(),
  /** Null: it is not void. */
  voidReason: z.enum(voidReasons).nullable(),
  /** Its user took it off the lists. */
  isRemoved: z.boolean(),
});
export type AnySignal = z.infer<typeof AnySignal>;

export const AllSignals = pageOf(AnySignal)
  .extend({ user: z.object({ id: Id, email: z.string() }).nullable() })
  .meta({ id: 'AllSignals' });
export type AllSignals = z.infer<typeof AllSignals>;

/** The prices that were kept between entry and expiry. */
const Prices = z.object({
  /** Of all ticks; the points are fewer where they are many. */
  count: z.number().int().nonnegative(),
  longestGapMs: z.number().int().nonnegative().nullable(),
  longestGapAt: Instant.nullable(),
  points: z.array(z.object({ time: Instant, price: z.number() })),
});

export const SignalFile = AnySignal.extend({
  user: z.object({ id: Id, email: z.string() }),
  modelVersion: z.string(),
  feed: z.string(),
  /** What decided it, for ever; null: nothing yet. */
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
  recordedAt: Instant,
  leafHash: z.string(),
  prices: Prices,
  /** By an administrator. */
  voiding: z
    .object({ cause: z.enum(voidCauses), reason: z.string().nullable(), by: z.string().nullable(), at: Instant })
    .nullable(),
}).meta({ id: 'SignalFile' });
export type SignalFile = z.infer<typeof SignalFile>;
