import { z } from 'zod';
import { aiModelKeys } from '#domain/ai-model.ts';
import { Instant } from './wire.ts';

export const recordPaths = {
  record: '/api/record',
  proof: '/api/record/proof/:id',
  consistency: '/api/record/consistency',
  checkpoint: '/api/record/checkpoint',
  key: '/api/record/key',
  models: '/api/record/models',
  export: '/api/record/export/:day',
} as const;

const Hash = z.string().regex(/^[0-9a-f]{64}$/);
const Size = z.coerce.number().int().nonnegative();
const Share = z.number().min(0).max(1);

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

/** NDJSON, gzip: docs/record.md says what the lines are. */
export const DayFile = z.string().meta({ id: 'RecordDay' });

/** What the record says of one model. Shares of 1; figures null below 100 outcomes, `rank` below 500. */
export const ModelFigures = z
  .object({
    aiModel: z.enum(aiModelKeys),
    total: z.number().int().nonnegative(),
    successful: z.number().int().nonnegative(),
    neutral: z.number().int().nonnegative(),
    unsuccessful: z.number().int().nonnegative(),
    void: z.number().int().nonnegative(),
    /** Wins among wins and losses. */
    winRate: Share.nullable(),
    /** The 95 % interval of the win rate (Wilson). */
    low: Share.nullable(),
    high: Share.nullable(),
    /** The win rate that pays for the losses at this payout. */
    breakEven: Share,
    /** By `low`, 1 is first. */
    rank: z.number().int().positive().nullable(),
    /** What was stated and what became true, by step of the stated probability; ties left out. */
    calibration: z.array(z.object({ stated: Share, real: Share, count: z.number().int().positive() })),
    /** What the model states on average lies outside the interval of what became true. */
    flagged: z.boolean(),
  })
  .meta({ id: 'ModelFigures' });
export type ModelFigures = z.infer<typeof ModelFigures>;

/**
 * `payout`: share of the stake that a win pays; absent: the operator's. `feed`: which market; absent: the one that runs.
 * `days`: what ended on the last so many UTC days, today included; absent: all.
 */
export const ModelsQuery = z.object({
  payout: z.coerce.number().positive().max(10).optional(),
  feed: z.string().max(100).optional(),
  days: z.coerce.number().int().min(1).max(36_500).optional(),
});

export const ExportParams = z.object({ day: z.iso.date() });
