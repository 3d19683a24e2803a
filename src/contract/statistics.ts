import { z } from 'zod';
import { durations } from '#domain/market/duration.ts';
import { proofStates } from '#domain/record/proof-state.ts';
import { outcomes } from '#domain/signals/outcome.ts';
import { AiModel, Signal } from './signals.ts';
import { isPeriod, notPeriod, PairSymbol, queryNumber, RequestedInstant } from './wire.ts';

export const statisticsPaths = {
  stats: '/api/signal/user/stats',
  history: '/api/signal/user/history',
} as const;

const filters = z.object({
  aiModel: AiModel.optional(),
  symbol: PairSymbol.optional(),
  duration: queryNumber(durations).optional(),
  result: z.enum(outcomes).optional(),
  /** `false`: practice, signals without an edge. */
  hasEdge: z
    .enum(['true', 'false'])
    .transform((text) => text === 'true')
    .optional(),
  /** Start of the issue period, inclusive; `to` is exclusive. */
  from: RequestedInstant.optional(),
  to: RequestedInstant.optional(),
});

/** Filters on the caller's own signals; a user in the query is ignored. */
export const SignalFilters = filters.refine(isPeriod, notPeriod);
export type SignalFilters = z.infer<typeof filters>;

export const historySorts = ['newest', 'oldest'] as const;
export type HistorySort = (typeof historySorts)[number];

export const HistoryQuery = filters
  .extend({
    /** `nextCursor` of the previous page. */
    cursor: z.string().max(100).optional(),
    limit: z.coerce.number().int().min(1).max(100).default(50),
    /** By time of issue; a cursor is valid only for the sort order it was created with. */
    sort: z.enum(historySorts).default('newest'),
  })
  .refine(isPeriod, notPeriod);

/** `proof`: whether witnesses saw it before it could expire. */
const RecordedSignal = Signal.extend({ proof: z.enum(proofStates) });
export type RecordedSignal = z.infer<typeof RecordedSignal>;

/** In the requested order. `total`: count over all pages. */
export const SignalHistory = z
  .object({ items: z.array(RecordedSignal), nextCursor: z.string().nullable(), total: z.number().int().nonnegative() })
  .meta({ id: 'SignalHistory' });
export type SignalHistory = z.infer<typeof SignalHistory>;

const count = z.number().int().nonnegative();
const share = z.number().min(0).max(1);

/**
 * `total`: the three results, without `void`. `winRate` excludes ties too; null when there are no
 * wins or losses.
 */
const Tally = z.object({
  total: count,
  successful: count,
  neutral: count,
  unsuccessful: count,
  void: count,
  winRate: share.nullable(),
});
export type Tally = z.infer<typeof Tally>;

export const SignalStats = Tally.extend({
  /** Signals without an edge; excluded from all other figures. */
  practice: Tally,
  /** Signals that the user removed from the lists; excluded from all other figures. */
  removed: count,
  /**
   * `low`, `high`: 95 % interval (Wilson) of the win rate, null below 100 outcomes without ties.
   */
  byModel: z.array(Tally.extend({ aiModel: AiModel, low: share.nullable(), high: share.nullable() })),
  bySymbol: z.array(Tally.extend({ symbol: z.string() })),
  /** Hour of the issue, UTC, 0 to 23. */
  byHour: z.array(Tally.extend({ hour: z.number().int().min(0).max(23) })),
  /**
   * Stated probability versus actual results, fractions of one, ties excluded, in ascending order
   * of confidence.
   */
  calibration: z.array(z.object({ stated: share, real: share, count })),
}).meta({ id: 'SignalStats' });
export type SignalStats = z.infer<typeof SignalStats>;
