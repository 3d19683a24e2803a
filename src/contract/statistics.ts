import { z } from 'zod';
import { isSymbol } from '#domain/market/currency-pair.ts';
import { durations } from '#domain/market/duration.ts';
import { outcomes } from '#domain/signals/outcome.ts';
import { AiModel, Signal } from './signals.ts';
import { RequestedInstant } from './wire.ts';

export const statisticsPaths = {
  stats: '/api/signal/user/stats',
  history: '/api/signal/user/history',
} as const;

const filters = z.object({
  aiModel: AiModel.optional(),
  symbol: z.string().refine(isSymbol).optional(),
  duration: z.coerce
    .number()
    .pipe(z.union(durations.map((d) => z.literal(d))))
    .optional(),
  result: z.enum(outcomes).optional(),
  /** Of the issue: from the first instant, up to but without the second. */
  from: RequestedInstant.optional(),
  to: RequestedInstant.optional(),
});
const isPeriod = ({ from, to }: { from?: string | undefined; to?: string | undefined }): boolean =>
  from === undefined || to === undefined || Date.parse(from) <= Date.parse(to);

/** Which of the caller's own signals; a user named in the query is nobody. */
export const SignalFilters = filters.refine(isPeriod, { path: ['to'] });
export type SignalFilters = z.infer<typeof filters>;

export const historySorts = ['newest', 'oldest'] as const;
export type HistorySort = (typeof historySorts)[number];

export const HistoryQuery = filters
  .extend({
    /** `nextCursor` of the page before. */
    cursor: z.string().max(100).optional(),
    limit: z.coerce.number().int().min(1).max(100).default(50),
    /** By the instant of the issue; a cursor belongs to the order it was given in. */
    sort: z.enum(historySorts).default('newest'),
  })
  .refine(isPeriod, { path: ['to'] });

/** In the order asked for. `total`: of all pages. */
export const SignalHistory = z
  .object({ items: z.array(Signal), nextCursor: z.string().nullable(), total: z.number().int().nonnegative() })
  .meta({ id: 'SignalHistory' });
export type SignalHistory = z.infer<typeof SignalHistory>;

const count = z.number().int().nonnegative();
const share = z.number().min(0).max(1);

/** `total`: the three results, without `void`. `winRate`: without ties too; null when there is none. */
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
  /** Signals that the user has taken off the lists: in no other figure. */
  removed: count,
  /** `low`, `high`: 95 % (Wilson) of the win rate, null below 100 outcomes that are no ties. */
  byModel: z.array(Tally.extend({ aiModel: AiModel, low: share.nullable(), high: share.nullable() })),
  bySymbol: z.array(Tally.extend({ symbol: z.string() })),
  /** Of the issue, UTC, 0 to 23. */
  byHour: z.array(Tally.extend({ hour: z.number().int().min(0).max(23) })),
  /** What was stated against what came true, fractions of one, ties out, from the least confident on. */
  calibration: z.array(z.object({ stated: share, real: share, count })),
}).meta({ id: 'SignalStats' });
export type SignalStats = z.infer<typeof SignalStats>;
