import { z } from 'zod';
import type { Endpoints } from './endpoint.ts';
import { durations } from '#domain/market/duration.ts';
import { proofStates } from '#domain/record/proof-state.ts';
import { outcomes } from '#domain/signals/outcome.ts';
import { AiModel, Signal } from './signals.ts';
import { Count, isPeriod, notPeriod, PairSymbol, queryNumber, RequestedInstant, Share } from './wire.ts';

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
  .object({ items: z.array(RecordedSignal), nextCursor: z.string().nullable(), total: Count })
  .meta({ id: 'SignalHistory' });
export type SignalHistory = z.infer<typeof SignalHistory>;

/**
 * `total`: the three results, without `void`. `winRate` excludes ties too; null when there are no
 * wins or losses.
 */
const Tally = z.object({
  total: Count,
  successful: Count,
  neutral: Count,
  unsuccessful: Count,
  void: Count,
  winRate: Share.nullable(),
});
export type Tally = z.infer<typeof Tally>;

export const SignalStats = Tally.extend({
  /** Signals without an edge; excluded from all other figures. */
  practice: Tally,
  /** Signals that the user removed from the lists; excluded from all other figures. */
  removed: Count,
  /**
   * `low`, `high`: 95 % interval (Wilson) of the win rate, null below 100 outcomes without ties.
   */
  byModel: z.array(Tally.extend({ aiModel: AiModel, low: Share.nullable(), high: Share.nullable() })),
  bySymbol: z.array(Tally.extend({ symbol: z.string() })),
  /** Hour of the issue, UTC, 0 to 23. */
  byHour: z.array(Tally.extend({ hour: z.number().int().min(0).max(23) })),
  /**
   * Stated probability versus actual results, fractions of one, ties excluded, in ascending order
   * of confidence.
   */
  calibration: z.array(z.object({ stated: Share, real: Share, count: Count })),
}).meta({ id: 'SignalStats' });
export type SignalStats = z.infer<typeof SignalStats>;

/** Of the caller's own signals. */
export const statisticsEndpoints = {
  'GET /api/signal/user/stats': { guards: ['signedIn'], query: SignalFilters, answer: SignalStats },
  'GET /api/signal/user/history': {
    guards: ['signedIn'],
    query: HistoryQuery,
    answer: SignalHistory,
    produces: ['application/json', 'text/csv'],
  },
} satisfies Endpoints;
