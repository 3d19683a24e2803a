import { z } from 'zod';
import { directions } from '#domain/market/direction.ts';
import { Counts, maxDays, RecordItem, Share } from './record.ts';
import { AiModel } from './signals.ts';
import { Id, Instant } from './wire.ts';

const Count = z.number().int().nonnegative();

/** What a reader should know before the figures. */
export const RecordSummary = z
  .object({
    size: Count,
    /** When the first leaf was written; null: none was. */
    since: Instant.nullable(),
    /** Which market runs now, and of what kind: `simulated`, `replay` or the name of a live feed. */
    feed: z.object({ id: z.string(), kind: z.string() }),
    /** The operator's: share of the stake that a win pays. */
    payout: z.number().positive(),
    /** No signals in the hour before and the three hours after 17:00 New York. */
    excludesThinHours: z.boolean(),
  })
  .meta({ id: 'RecordSummary' });
export type RecordSummary = z.infer<typeof RecordSummary>;

/** A signal as it was recorded, and how it ended; a void that came after an outcome stands instead of it. */
export const RecordEntry = z.object({ issued: RecordItem, ended: RecordItem.nullable() });

/** Signals, newest first. */
export const RecordEntries = z
  .object({
    items: z.array(RecordEntry),
    /** `before` of the next page; null: these are the oldest. */
    older: Count.nullable(),
  })
  .meta({ id: 'RecordEntries' });
export type RecordEntries = z.infer<typeof RecordEntries>;

export const EntriesQuery = z.object({
  /** Only leaves of a smaller index. */
  before: z.coerce.number().int().nonnegative().optional(),
  limit: z.coerce.number().int().min(1).max(50).default(20),
});

/** One leaf, with all leaves of the same signal in their order. */
export const RecordLeaves = z.object({ index: Count, leaves: z.array(RecordItem) }).meta({ id: 'RecordLeaves' });
export type RecordLeaves = z.infer<typeof RecordLeaves>;
/** An index, or the id of a signal. */
export const EntryParams = z.object({ id: z.union([z.coerce.number().int().nonnegative(), Id]) });

/** All models together; a forecast counts once, however many received it. The interval as of /record/models. */
export const RecordOverall = z
  .object({ ...Counts, winRate: Share.nullable(), low: Share.nullable(), high: Share.nullable() })
  .meta({ id: 'RecordOverall' });
export type RecordOverall = z.infer<typeof RecordOverall>;

/** As of /record/models. */
export const OverallQuery = z.object({
  feed: z.string().max(100).optional(),
  days: z.coerce.number().int().min(1).max(maxDays).optional(),
});

const Stakes = z.number();

/**
 * What one stake on every forecast that people received would have come to, from opened leaves alone: a win brings `payout`
 * stakes, a loss takes one, a tie nothing, a void one was never there.
 */
export const RecordEquity = z
  .object({
    payout: z.number().positive(),
    trades: Count,
    total: Stakes,
    /** The deepest fall between the ends of two steps, and when those were; null: there was none. */
    drawdown: z.object({ depth: Stakes, from: Instant, to: Instant }).nullable(),
    /** Losses in a row, at most, among all forecasts. */
    longestLosses: Count,
    /** From zero on, at the ends of hours, or of days where the period is longer than 31; thinned out. */
    points: z.array(z.object({ at: Instant, trades: Count, total: Stakes, peak: Stakes })),
  })
  .meta({ id: 'RecordEquity' });
export type RecordEquity = z.infer<typeof RecordEquity>;

/** `aiModel` absent: all models together. The others as of /record/models. */
export const EquityQuery = z.object({
  aiModel: AiModel.optional(),
  payout: z.coerce.number().positive().max(10).optional(),
  feed: z.string().max(100).optional(),
  days: z.coerce.number().int().min(1).max(maxDays).optional(),
});

/** The newest signal that has ended with a result, with the minutes around it: past prices, of no use for a trade. */
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
  /** Closes of one-minute bars before the entry and up to the expiry, oldest first. */
  closes: z.array(z.object({ at: Instant, price: z.number() })),
});
export type ReplayedSignal = z.infer<typeof ReplayedSignal>;

/** Null: no signal of the running market has ended yet. */
export const RecordReplay = z.object({ replay: ReplayedSignal.nullable() }).meta({ id: 'RecordReplay' });
export type RecordReplay = z.infer<typeof RecordReplay>;
