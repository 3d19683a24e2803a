import { z } from 'zod';
import { aiModelKeys } from '#domain/signals/ai-model.ts';
import { Count, Hash, Instant, Share } from '../wire.ts';

/** A leaf of the tree of the checkpoint beside it: its reader checks the hash and the proof. */
export const ProvenLeaf = z.object({
  index: Count,
  hash: Hash,
  /** The canonical text that was hashed; null: not open yet. */
  text: z.string().nullable(),
  /** RFC 6962 inclusion proof. */
  proof: z.array(Hash).max(64),
});
export type ProvenLeaf = z.infer<typeof ProvenLeaf>;

/**
 * `kept`: it grows and is signed. `starting`: the first minute is not stated yet. `behind`: the
 * database is older than what was signed, so nothing more is signed; `other_market`: the feed or its
 * pairs are not those of the genesis, so nothing is stated; both until the operator begins a new
 * record. `replay`: of a replay no record is kept.
 */
export const recordStates = ['kept', 'starting', 'behind', 'other_market', 'replay'] as const;

/** What a reader begins with. */
export const RecordStart = z
  .object({
    state: z.enum(recordStates),
    /** How many witnesses there are, and how many must see a statement in time; 0: none must. */
    witnesses: z.object({ count: Count, quorum: Count }),
    /** The verifier key of the record, a C2SP vkey. */
    key: z.string(),
    /** Leaves of the checkpoint. */
    size: Count,
    checkpoint: z.string(),
    /** Null: the record has no signed leaf yet. */
    genesis: ProvenLeaf.nullable(),
  })
  .meta({ id: 'RecordStart' });
export type RecordStart = z.infer<typeof RecordStart>;

/** Checkpoints that witnesses cosigned, smallest first, the cosignatures as further signature lines. */
export const CosignedCheckpoints = z
  .object({ items: z.array(z.object({ size: Count, note: z.string() })) })
  .meta({ id: 'CosignedCheckpoints' });
export type CosignedCheckpoints = z.infer<typeof CosignedCheckpoints>;

/** Signals, newest first, all proven against one checkpoint. */
export const RecordEntries = z
  .object({
    checkpoint: z.string(),
    items: z.array(
      z.object({
        signal: ProvenLeaf,
        /** Null: none yet. */
        outcome: ProvenLeaf.nullable(),
        /** By the operator; null: not voided. */
        voided: ProvenLeaf.nullable(),
      }),
    ),
    /** `before` of the next page; null: there is none. */
    older: Count.nullable(),
  })
  .meta({ id: 'RecordEntries' });
export type RecordEntries = z.infer<typeof RecordEntries>;

/** A leaf, with the leaves that it names and that name it (minute, signal, outcome, void), in order. */
export const RecordEntry = z
  .object({ checkpoint: z.string(), index: Count, leaves: z.array(ProvenLeaf).max(100) })
  .meta({ id: 'RecordEntry' });
export type RecordEntry = z.infer<typeof RecordEntry>;

/** The rate and its interval are null below 100 wins and losses from 20 hours. */
const RatedCounts = {
  total: Count,
  successful: Count,
  neutral: Count,
  unsuccessful: Count,
  void: Count,
  /** Wins as a share of wins and losses. */
  winRate: Share.nullable(),
  /** 95 % interval: Wilson with a t quantile; the outcomes of an hour form one cluster. */
  low: Share.nullable(),
  high: Share.nullable(),
};
export const RatedFigures = z.object(RatedCounts);
export type RatedFigures = z.infer<typeof RatedFigures>;

const SetFigures = RatedFigures.extend({
  /** By step of the stated probability, each of 100 wins and losses or more: what was stated, and what came. */
  steps: z.array(z.object({ stated: Share, real: Share, low: Share, high: Share, count: z.number().int().positive() })),
});
export type SetFigures = z.infer<typeof SetFigures>;

const GroupFigures = {
  /** What users received with an edge at their own payout, each forecast once. */
  signals: SetFigures,
  /** Every forecast of the pair in turn that has an edge at the payout of the genesis: chosen by the clock alone. */
  inTurn: SetFigures,
};
export const ModelRecordFigures = z.object({ model: z.enum(aiModelKeys), ...GroupFigures });
export type ModelRecordFigures = z.infer<typeof ModelRecordFigures>;

export const figureDays = [30, 90] as const;
const Stakes = z.number();
/** Recounted from the leaves before `size` alone; docs/record.md says how. */
export const RecordFigures = z
  .object({
    size: Count,
    days: z.literal(figureDays).nullable(),
    /** In the order of the genesis. */
    models: z.array(ModelRecordFigures),
    all: z.object(GroupFigures),
    /** Signals without an edge at their own payout, in no other figure. */
    practice: RatedFigures,
    /** One stake on each signal of all models together, at the payout of the genesis. */
    equity: z.object({
      payout: z.number().positive(),
      trades: Count,
      total: Stakes,
      /** Between the ends of two steps; null: none. */
      drawdown: z.object({ depth: Stakes, from: Instant, to: Instant }).nullable(),
      longestLosses: Count,
      /** Starts at zero; one point an hour, beyond 31 days one a day; thinned out. */
      points: z.array(z.object({ at: Instant, trades: Count, total: Stakes, peak: Stakes })),
    }),
  })
  .meta({ id: 'RecordFigures' });
export type RecordFigures = z.infer<typeof RecordFigures>;

/** What is missing, by UTC day; docs/record.md, rule 16. */
export const CoverageDay = z.object({
  day: z.iso.date(),
  /** Minutes that the genesis' calendar is open, of which so many have a leaf. */
  open: Count,
  covered: Count,
  /** Pairs without a fresh price, summed over the minutes. */
  without: Count,
  /** Forecasts and signals with an outcome, and those without for want of a price. */
  decided: Count,
  noPrice: Count,
  /** Signals, and those that the operator voided. */
  signals: Count,
  voided: Count,
});
export type CoverageDay = z.infer<typeof CoverageDay>;
/** Newest day first, at most 400. */
export const RecordCoverage = z
  .object({ size: Count, days: z.array(CoverageDay).max(400) })
  .meta({ id: 'RecordCoverage' });
export type RecordCoverage = z.infer<typeof RecordCoverage>;
