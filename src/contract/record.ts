import { z } from 'zod';
import { aiModelKeys } from '#domain/signals/ai-model.ts';
import { Instant } from './wire.ts';

const Hash = z.string().regex(/^[0-9a-f]{64}$/);
const Size = z.coerce.number().int().nonnegative();
export const Share = z.number().min(0).max(1);

export const RecordItem = z.object({
  index: z.number().int().nonnegative(),
  kind: z.enum(['signal', 'forecast', 'outcome', 'void']),
  at: Instant,
  leafHash: Hash,
  /** The object whose canonical form was hashed; absent until it is opened at expiry. */
  leaf: z.record(z.string(), z.unknown()).optional(),
});
export const RecordPage = z
  .object({ size: z.number().int().nonnegative(), items: z.array(RecordItem) })
  .meta({ id: 'RecordPage' });
export const RecordQuery = z.object({
  from: Size.default(0),
  limit: z.coerce.number().int().min(1).max(1000).default(100),
});

/** RFC 6962 inclusion proof of one leaf in the tree of `size` leaves. */
export const InclusionProof = z
  .object({
    index: z.number().int().nonnegative(),
    size: z.number().int().positive(),
    leafHash: Hash,
    hashes: z.array(Hash),
  })
  .meta({ id: 'InclusionProof' });
export const ProofQuery = z.object({ size: z.coerce.number().int().positive().optional() });

/** RFC 6962 proof that the tree of `to` leaves begins with the tree of `from` leaves. */
export const ConsistencyProof = z
  .object({ from: z.number().int().nonnegative(), to: z.number().int().nonnegative(), hashes: z.array(Hash) })
  .meta({ id: 'ConsistencyProof' });
/** `to` absent: the newest checkpoint's size. */
export const ConsistencyQuery = z.object({ from: Size, to: Size.optional() });

/** C2SP tlog-checkpoint and vkey. */
export const NoteText = z.string().meta({ id: 'RecordNote' });

/** A key signs checkpoints that are larger than `fromSize`; `handover`: the note by which the key before it says so. */
export const RecordKeys = z
  .array(z.object({ vkey: z.string(), fromSize: Size, handover: z.string().nullable() }))
  .meta({ id: 'RecordKeys' });

/** NDJSON, gzip: docs/record.md says what the lines are. */
export const DayFile = z.string().meta({ id: 'RecordDay' });

export const Counts = {
  total: z.number().int().nonnegative(),
  successful: z.number().int().nonnegative(),
  neutral: z.number().int().nonnegative(),
  unsuccessful: z.number().int().nonnegative(),
  void: z.number().int().nonnegative(),
};
/** Shares of 1 by step of the stated probability, with the 95 % interval of what came true; ties left out. */
const Calibration = z.array(
  z.object({ stated: Share, real: Share, low: Share, high: Share, count: z.number().int().positive() }),
);

/**
 * What became of forecasts that nobody had to take. `effective`: how many independent outcomes the interval counts, as
 * neighbouring forecasts move together. Figures null below 100 outcomes or 20 hours.
 */
const ShadowCounts = z.object({
  ...Counts,
  winRate: Share.nullable(),
  low: Share.nullable(),
  high: Share.nullable(),
  effective: z.number().nonnegative().nullable(),
});

/** Stated each minute before the outcome, by every model of this machine; people's signals are not in it. */
const ShadowFigures = z
  .object({
    /** What the model would have issued to whoever asked without a pair, minute by minute. */
    issued: ShadowCounts,
    /** Of the pair whose turn it was, chosen by the clock alone: those at or above the threshold. */
    inTurn: ShadowCounts,
    /** How many forecasts were made of pairs in turn, and the share of them that abstained. */
    stated: z.number().int().nonnegative(),
    abstained: Share.nullable(),
    /** Of all of them, abstentions included. */
    calibration: Calibration,
  })
  .meta({ id: 'ShadowFigures' });
export type ShadowFigures = z.infer<typeof ShadowFigures>;

const Difference = z.number().min(-1).max(1);

/** Which live figure left its card's interval, surely: `win_rate` of a duration, or `calibration` (real minus stated) of a step. */
const ModelFlag = z
  .object({
    figure: z.enum(['win_rate', 'calibration']),
    /** Minutes; null: of all durations. */
    duration: z.number().int().positive().nullable(),
    /** Where the step of the stated probability begins, percent; null: of all. */
    from: z.number().nullable(),
    count: z.number().int().positive(),
    /** In which the true value lies, however often one looks. */
    live: z.object({ value: Difference, low: Difference, high: Difference }),
    /** Null: the model has no card; its signals are held against what they stated. */
    card: z.object({ low: Difference, high: Difference }).nullable(),
  })
  .meta({ id: 'ModelFlag' });
export type ModelFlag = z.infer<typeof ModelFlag>;

/** What the record says of one model: forecasts that people received, each counted once. Shares of 1; figures null below 100 outcomes or 20 hours, `rank` below 500 outcomes. */
export const ModelFigures = z
  .object({
    aiModel: z.enum(aiModelKeys),
    ...Counts,
    /** Wins among wins and losses. */
    winRate: Share.nullable(),
    /** The 95 % interval of the win rate: Wilson's with a t quantile, the outcomes of an hour being one cluster. */
    low: Share.nullable(),
    high: Share.nullable(),
    /** The win rate that pays for the losses at this payout. */
    breakEven: Share,
    /** By `low`, 1 is first. */
    rank: z.number().int().positive().nullable(),
    calibration: Calibration,
    /** The same model in shadow; null: it states nothing of itself (the language models, manual). */
    shadow: ShadowFigures.nullable(),
    /** A live figure has left the interval of the model's card. */
    flagged: z.boolean(),
    /** Which one; the clearest of several. */
    flag: ModelFlag.nullable(),
  })
  .meta({ id: 'ModelFigures' });
export type ModelFigures = z.infer<typeof ModelFigures>;

/** A longer period is the whole record. */
export const maxDays = 366;

/**
 * `payout`: share of the stake that a win pays; absent: the operator's. `feed`: which market; absent: the one that runs.
 * `days`: what ended on the last so many UTC days, today included; absent: all.
 */
export const ModelsQuery = z.object({
  payout: z.coerce.number().positive().max(10).optional(),
  feed: z.string().max(100).optional(),
  days: z.coerce.number().int().min(1).max(maxDays).optional(),
});

export const ExportParams = z.object({ day: z.iso.date() });
