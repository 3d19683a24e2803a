import { z } from 'zod';
import { marketSessions } from '#domain/market/market-session.ts';
import { aiModelKeys } from '#domain/signals/ai-model.ts';
import { Count, Hash, Instant, Share } from '../wire.ts';

const Size = z.coerce.number().int().nonnegative();

export const RecordItem = z.object({
  index: Count,
  kind: z.enum(['signal', 'forecast', 'outcome', 'void', 'gap', 'calibration', 'succession']),
  at: Instant,
  leafHash: Hash,
  /** The object whose canonical form was hashed; absent until it is opened at expiry. */
  leaf: z.record(z.string(), z.unknown()).optional(),
});
export const RecordPage = z.object({ size: Count, items: z.array(RecordItem) }).meta({ id: 'RecordPage' });
export const RecordQuery = z.object({
  from: Size.default(0),
  limit: z.coerce.number().int().min(1).max(1000).default(100),
});

/** RFC 6962 inclusion proof of one leaf in the tree of `size` leaves. */
export const InclusionProof = z
  .object({
    index: Count,
    size: z.number().int().positive(),
    leafHash: Hash,
    hashes: z.array(Hash),
  })
  .meta({ id: 'InclusionProof' });
export const ProofQuery = z.object({ size: z.coerce.number().int().positive().optional() });

/** RFC 6962 proof that the tree of `to` leaves begins with the tree of `from` leaves. */
export const ConsistencyProof = z
  .object({ from: Count, to: Count, hashes: z.array(Hash) })
  .meta({ id: 'ConsistencyProof' });
/** `to` absent: the newest checkpoint's size. */
export const ConsistencyQuery = z.object({ from: Size, to: Size.optional() });

/** C2SP tlog-checkpoint and vkey. */
export const NoteText = z.string().meta({ id: 'RecordNote' });

/** `minSize`: the checkpoint must hold this many leaves; one is signed if there is none yet. */
export const CheckpointQuery = z.object({ minSize: Size.default(0) });

/** Checkpoints that witnesses cosigned, each with the cosignatures as further signature lines. */
export const CosignedCheckpoints = z
  .object({ items: z.array(z.object({ size: Count, note: z.string() })) })
  .meta({ id: 'CosignedCheckpoints' });

/** Gzipped NDJSON; the line format is in docs/record.md. */
export const DayFile = z.string().meta({ id: 'RecordDay' });

const Counts = {
  total: Count,
  successful: Count,
  neutral: Count,
  unsuccessful: Count,
  void: Count,
};
/** The rate is null below 100 outcomes or 20 hours. */
export const RatedCounts = {
  ...Counts,
  /** Wins as a share of wins and losses. */
  winRate: Share.nullable(),
  /**
   * 95 % interval of the win rate: Wilson with a t quantile; the outcomes of an hour form one
   * cluster.
   */
  low: Share.nullable(),
  high: Share.nullable(),
};

/**
 * Shares of 1 by step of the stated probability, with the 95 % interval of the actual share; ties
 * excluded.
 */
const Reliability = z.array(
  z.object({ stated: Share, real: Share, low: Share, high: Share, count: z.number().int().positive() }),
);

/**
 * Outcomes of shadow forecasts, which are stated without a request of a user. `effective`: the
 * number of independent outcomes that the interval assumes, because neighbouring forecasts are
 * correlated.
 */
const ShadowCounts = z.object({
  ...RatedCounts,
  effective: z.number().nonnegative().nullable(),
});

/**
 * Forecasts stated each minute before the outcome, by every local model; signals of users are not
 * included.
 */
const ShadowFigures = z
  .object({
    /** What the model would have issued each minute for a request without a pair. */
    issued: ShadowCounts,
    /**
     * Forecasts at or above the threshold for the pair in turn, which is chosen by the clock alone.
     */
    inTurn: ShadowCounts,
    /** Number of forecasts for pairs in turn, and the share of them that abstained. */
    stated: Count,
    abstained: Share.nullable(),
    /** Over all of these forecasts, abstentions included. */
    reliability: Reliability,
  })
  .meta({ id: 'ShadowFigures' });
type ShadowFigures = z.infer<typeof ShadowFigures>;

/**
 * What a model is calibrated to on a feed: its log-odds are multiplied by a factor for each market
 * session and duration, with its 95 % interval. Where none is estimated, the conservative factor
 * holds.
 */
export const FeedCalibration = z
  .object({
    feed: z.string(),
    from: Instant,
    to: Instant,
    decisions: z.number().int().positive(),
    sessions: z.array(
      z.object({
        session: z.enum(marketSessions),
        duration: z.number().int().positive(),
        factor: z.number().nonnegative(),
        low: z.number().nonnegative(),
        high: z.number().nonnegative(),
      }),
    ),
  })
  .meta({ id: 'FeedCalibration' });
export type FeedCalibration = z.infer<typeof FeedCalibration>;

const Difference = z.number().min(-1).max(1);

/**
 * The live figure that significantly left the interval of its card: `win_rate` of a duration, or
 * `calibration` (real minus stated) of a step.
 */
const ModelFlag = z
  .object({
    figure: z.enum(['win_rate', 'calibration']),
    /** Minutes; null: all durations. */
    duration: z.number().int().positive().nullable(),
    /** Start of the step of the stated probability, percent; null: all steps. */
    from: z.number().nullable(),
    count: z.number().int().positive(),
    /** Interval that holds the true value, valid for any number of checks. */
    live: z.object({ value: Difference, low: Difference, high: Difference }),
    /**
     * Null when the model has no card; its signals are then compared with the probabilities they
     * stated.
     */
    card: z.object({ low: Difference, high: Difference }).nullable(),
  })
  .meta({ id: 'ModelFlag' });
type ModelFlag = z.infer<typeof ModelFlag>;

/**
 * How many signals and minutes a quorum of witnesses saw before they could expire, of those that
 * have expired; counted a minute later, by the day of issue.
 */
const ProvenCounts = z.object({
  signals: Count,
  ofSignals: Count,
  minutes: Count,
  ofMinutes: Count,
});

const PastRate = { count: z.number().int(), real: Share, low: Share, high: Share };

/**
 * Figures of one model from the record: forecasts that users received, each counted once. `rank` is
 * null below 500 outcomes.
 */
export const ModelFigures = z
  .object({
    aiModel: z.enum(aiModelKeys),
    ...RatedCounts,
    /** The win rate that breaks even at this payout. */
    breakEven: Share,
    /** Ranked by `low`; 1 is the best. */
    rank: z.number().int().positive().nullable(),
    /** Null: not calibrated on this feed yet, or a model that is not. */
    calibration: FeedCalibration.nullable(),
    reliability: Reliability,
    /**
     * Shadow figures of the same model; null for models without shadow forecasts (the language
     * models, manual).
     */
    shadow: ShadowFigures.nullable(),
    /** Whether a live figure has left the interval of the model's card. */
    flagged: z.boolean(),
    /** The flagged figure; the most significant one if several. */
    flag: ModelFlag.nullable(),
    /**
     * What its card promises: its signals by day (03:00 to 16:00 New York) in the months held out
     * from training, by duration in minutes; a duration without signals there is missing. Null: no
     * card.
     */
    card: z
      .object({
        from: z.iso.date(),
        to: z.iso.date(),
        byDay: z.array(
          z.object({
            duration: z.number().int(),
            ...PastRate,
            /** With factors estimated each day from the days before; null: too few signals for a rate. */
            calibrated: z.object(PastRate).nullable(),
          }),
        ),
        /**
         * The share of the minutes of each part of the day in which one of its pairs had a signal,
         * calibrated in the same way.
         */
        signalMinutes: z.array(z.object({ duration: z.number().int(), day: Share, evening: Share, rollover: Share })),
      })
      .nullable(),
    proven: ProvenCounts,
  })
  .meta({ id: 'ModelFigures' });
export type ModelFigures = z.infer<typeof ModelFigures>;

/** Of the leaves before `size`: as far as the figures have been counted. */
export const ModelsFigures = z.object({ size: Count, models: z.array(ModelFigures) }).meta({ id: 'ModelsFigures' });
export type ModelsFigures = z.infer<typeof ModelsFigures>;

/** Max days of a period; beyond that, only the whole record is available. */
const maxDays = 366;

/** `feed`: the market; default: the running one. `days`: its last UTC days, today included; default: all. */
export const MarketDays = {
  feed: z.string().max(100).optional(),
  days: z.coerce.number().int().min(1).max(maxDays).optional(),
};

/** `payout`: share of the stake that a win pays; default: the operator's setting. */
export const ModelsQuery = z.object({ payout: z.coerce.number().positive().max(10).optional(), ...MarketDays });

export const ExportParams = z.object({ day: z.iso.date() });

const place = 'The index N in groups of three digits, x001/x234/067; a partial tile of width W ends with .p/W.';
/** `*`: N and W, which span several path segments. */
export const EntriesParams = z.object({ '*': z.string().describe(place) });
/** `level`: L, 0 to 63. */
export const TileParams = EntriesParams.extend({ level: z.string() });

/** Concatenated hashes of 32 bytes, or entries of two bytes length and as many bytes of text. */
export const TileBytes = z.string().meta({ id: 'RecordTile', format: 'binary' });
