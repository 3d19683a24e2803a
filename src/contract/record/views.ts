import { z } from 'zod';
import { directions } from '#domain/market/direction.ts';
import { gapReasons } from '#domain/record/gaps.ts';
import { proofStates } from '#domain/record/proof-state.ts';
import { voidReasons } from '#domain/signals/outcome.ts';
import { MarketDays, RatedCounts, RecordItem } from './record.ts';
import { AiModel } from '../signals.ts';
import { Count, Id, Instant } from '../wire.ts';

/** Context for reading the figures. */
export const RecordSummary = z
  .object({
    size: Count,
    /** When the first leaf was written; null when there are no leaves. */
    since: Instant.nullable(),
    /**
     * The market currently running and its kind: `simulated`, `replay` or the name of a live feed.
     */
    feed: z.object({ id: z.string(), kind: z.string() }),
    /** The operator's setting: share of the stake that a win pays. */
    payout: z.number().positive(),
    /** Whether signals are excluded from the hour before to three hours after 17:00 New York. */
    excludesThinHours: z.boolean(),
    /** How many witnesses there are, and how many must see a statement in time; 0: none must. */
    witnesses: z.object({ count: Count, quorum: Count }),
  })
  .meta({ id: 'RecordSummary' });
export type RecordSummary = z.infer<typeof RecordSummary>;

/** A signal as recorded, and its outcome; a void recorded after an outcome replaces it. */
const RecordEntry = z.object({
  issued: RecordItem,
  ended: RecordItem.nullable(),
  proof: z.enum(proofStates),
});

/** Signals, newest first. */
export const RecordEntries = z
  .object({
    items: z.array(RecordEntry),
    /** `before` of the next page; null on the last page. */
    older: Count.nullable(),
  })
  .meta({ id: 'RecordEntries' });
export type RecordEntries = z.infer<typeof RecordEntries>;

export const EntriesQuery = z.object({
  /** Only leaves with a smaller index. */
  before: z.coerce.number().int().nonnegative().optional(),
  limit: z.coerce.number().int().min(1).max(50).default(20),
});

/** One leaf, with all leaves of the same signal or minute in order. */
export const RecordLeaves = z
  .object({
    index: Count,
    leaves: z.array(RecordItem),
    /** Of what these leaves state; null: nothing, as in a gap. */
    proof: z.enum(proofStates).nullable(),
  })
  .meta({ id: 'RecordLeaves' });
export type RecordLeaves = z.infer<typeof RecordLeaves>;
/** Leaf index or signal id. */
export const EntryParams = z.object({ id: z.union([z.coerce.number().int().nonnegative(), Id]) });

/**
 * Figures of all models together; a forecast counts once, however many users received it. Interval
 * as in /record/models.
 */
const CountedFigures = z.object(RatedCounts);
export const RecordOverall = CountedFigures.extend({
  /** Of the leaves before this one: as far as the figures have been counted. */
  size: Count,
  /** Of signals without an edge, which are in no other figure. */
  practice: CountedFigures,
}).meta({ id: 'RecordOverall' });
export type RecordOverall = z.infer<typeof RecordOverall>;

/** As in /record/models. */
export const OverallQuery = z.object(MarketDays);

export const equitySources = ['signals', 'shadow'] as const;
export type EquitySource = (typeof equitySources)[number];

const Stakes = z.number();

/**
 * Result of one stake on every forecast of the source, computed from opened leaves alone: a win
 * adds `payout` stakes, a loss subtracts one, a tie adds nothing, a void forecast is not counted.
 */
export const RecordEquity = z
  .object({
    /** As in /record/overall. */
    size: Count,
    payout: z.number().positive(),
    trades: Count,
    total: Stakes,
    /** Max drawdown between the ends of two steps, with its start and end; null: none. */
    drawdown: z.object({ depth: Stakes, from: Instant, to: Instant }).nullable(),
    /** Longest run of consecutive losses among all forecasts. */
    longestLosses: Count,
    /**
     * Starts at zero; one point per hour, or per day for periods longer than 31 days; thinned out.
     */
    points: z.array(z.object({ at: Instant, trades: Count, total: Stakes, peak: Stakes })),
  })
  .meta({ id: 'RecordEquity' });
export type RecordEquity = z.infer<typeof RecordEquity>;

/** `aiModel` absent: all models together. The other parameters as in /record/models. */
export const EquityQuery = z.object({
  source: z
    .enum(equitySources)
    .default('signals')
    .describe(
      'signals: forecasts that users received, each once, by the hour in which it ended. ' +
        'shadow: every forecast that a model would have issued at a minute’s close for any duration, ' +
        'by the hour in which it was stated.',
    ),
  aiModel: AiModel.optional(),
  payout: z.coerce.number().positive().max(10).optional(),
  ...MarketDays,
});

/**
 * The newest signal with an outcome, with the surrounding minutes: past prices, useless for
 * trading.
 */
const ReplayedSignal = z.object({
  index: Count,
  symbol: z.string(),
  digits: z.number().int(),
  direction: z.enum(directions),
  passability: z.number(),
  duration: z.number().int(),
  aiModel: AiModel,
  result: z.enum(['successful', 'neutral', 'unsuccessful']),
  openPrice: z.number(),
  openedAt: Instant,
  closePrice: z.number(),
  expiresAt: Instant,
  /** Closes of one-minute bars from before the entry to the expiry, oldest first. */
  closes: z.array(z.object({ at: Instant, price: z.number() })),
});
export type ReplayedSignal = z.infer<typeof ReplayedSignal>;

/** Null when no signal of the running market with an edge is among the newest that have ended. */
export const RecordReplay = z.object({ replay: ReplayedSignal.nullable() }).meta({ id: 'RecordReplay' });
export type RecordReplay = z.infer<typeof RecordReplay>;

/** A UTC month of the running market. */
const MonthCoverage = z.object({
  month: z.string().regex(/^\d{4}-\d{2}$/),
  /** Minutes with forecasts that are settled. */
  minutes: Count,
  /** Minutes without forecasts, by reason. */
  gaps: z.record(z.enum(gapReasons), Count),
  /** Forecasts with an edge that users received and that ended in the month, each counted once. */
  signals: Count,
  /** The same without an edge. */
  practice: Count,
  /** Those of both that do not count, by reason. */
  voids: z.record(z.enum(voidReasons), Count),
});
export type MonthCoverage = z.infer<typeof MonthCoverage>;

/** Newest month first, at most 24. */
export const RecordCoverage = z.object({ months: z.array(MonthCoverage) }).meta({ id: 'RecordCoverage' });
export type RecordCoverage = z.infer<typeof RecordCoverage>;
