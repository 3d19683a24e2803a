import { z } from 'zod';
import { imageTypes, uncountedReasons } from '#domain/contest/contest-rules.ts';
import { proofStatuses, winnerStatuses } from '#domain/contest/contest-status.ts';
import { AuditReason } from './admin/admin.ts';
import { Count, Hash, Id, Instant } from './wire.ts';

const result = z.enum(['successful', 'neutral', 'unsuccessful']);

/**
 * announced: not started; closed: trades no longer count, the draw is pending; drawn: the draw took
 * place.
 */
const contestStates = ['announced', 'running', 'closed', 'drawn'] as const;

/** A rank of the draw that won a prize. */
const Winner = z.object({
  rank: z.number().int().positive(),
  /** Prize number, from 1. */
  prize: z.number().int().positive(),
  /** Number of the entry in the list. */
  number: z.number().int().positive(),
  hash: Hash,
  status: z.enum(winnerStatuses),
});

/** The parts of the draw available so far; all hashes are SHA-256, lower-case hex. */
const ContestDraw = z.object({
  /** seed: drawn by the rule of an older release, with the operator's seed; there is nothing to verify. */
  rule: z.enum(['beacon', 'seed']),
  announcedAt: Instant,
  closedAt: Instant.nullable(),
  /** Entries with all required trades, which take part in the draw. */
  eligible: Count.nullable(),
  listHash: Hash.nullable(),
  /** C2SP signed note of the closing, signed with the record's key. */
  note: z.string().nullable(),
  /** Index of the closing in the public record; null: not closed, or by an older release. */
  leaf: Count.nullable(),
  /** The beacon's round that decides, and when it is published; null until the list is closed. */
  round: z.number().int().positive().nullable(),
  roundAt: Instant.nullable(),
  drawnAt: Instant.nullable(),
  /** Value of the round. */
  randomness: z.string().nullable(),
  number: Hash.nullable(),
});

const OwnTrade = z.object({
  symbol: z.string(),
  at: Instant,
  /** Null when read from a screenshot. */
  stake: z.number().nullable(),
  result: result.nullable(),
  /** Why the trade does not count; null when it counts. */
  reason: z.enum(uncountedReasons).nullable(),
});

const OwnProof = z.object({
  id: Id,
  /** The signal whose trade the screenshot shows; null when sent as a winner. */
  signalId: Id.nullable(),
  sentAt: Instant,
  status: z.enum(proofStatuses),
});

const OwnEntry = z.object({
  joined: z.boolean(),
  email: z.string(),
  /** Number of trades that count. */
  trades: Count,
  required: Count,
  /** Id of the entry in the published list. */
  entryId: Id.nullable(),
  /** Number of the entry in that list, once the list is closed. */
  number: z.number().int().positive().nullable(),
  /** Last time the broker's trades were fetched; null when never. */
  syncedAt: Instant.nullable(),
  /** The newest 200 trades, counted or not. */
  list: z.array(OwnTrade),
  proofs: z.array(OwnProof),
  /** Prize of the participant; null when none was drawn. */
  prize: z
    .object({ prize: z.number().int().positive(), status: z.enum(winnerStatuses), proofsUntil: Instant })
    .nullable(),
});

export const Contest = z
  .object({
    id: z.iso.date(),
    name: z.string(),
    state: z.enum(contestStates),
    startsAt: Instant,
    /** Exclusive end: the first instant that no longer counts. */
    endsAt: Instant,
    drawAt: Instant,
    timezone: z.string(),
    /**
     * One prize for all winners or one per winner; empty when the operator has not announced any.
     */
    prizes: z.array(z.string()),
    joined: Count,
    /** Source of the trades: the broker, or screenshots sent by participants. */
    evidence: z.enum(['trades', 'screenshots']),
    winners: z.array(Winner.extend({ email: z.string() })),
    /**
     * Participants with at least 100 outcomes during the contest, ranked by the lower bound of the
     * 95 % interval.
     */
    topTraders: z.array(
      z.object({ email: z.string(), total: Count, winRate: z.number(), low: z.number(), high: z.number() }),
    ),
    draw: ContestDraw,
    /** The caller's own entry; absent for a visitor. */
    me: OwnEntry.optional(),
  })
  .meta({ id: 'Contest' });
export type Contest = z.infer<typeof Contest>;

export const Joined = z.object({ joined: z.literal(true), email: z.string() }).meta({ id: 'ContestJoined' });

/** A completed draw with everything needed to recompute it. */
export const PublishedDrawAnswer = z
  .object({
    contest: z.iso.date(),
    /** The closing; as in ContestDraw. */
    note: z.string(),
    /** As in ContestDraw; a server of an older release names none. */
    leaf: Count.nullable().default(null),
    /** In order of joining: the first entry has number 1. */
    entries: z.array(Id),
    /** Every screenshot of a trade and the decision on it when the list was closed. */
    screenshots: z.array(z.object({ id: Id, status: z.enum(proofStatuses), decidedAt: Instant.nullable() })),
    round: z.number().int().positive(),
    /** The beacon's signature of the round, hex. */
    signature: z.string().regex(/^[0-9a-f]+$/),
    number: Hash,
    /** The five smallest hashes, in ascending order. */
    winners: z.array(z.object({ number: z.number().int().positive(), hash: Hash })),
  })
  .meta({ id: 'ContestDraw' });
export type PublishedDrawAnswer = z.infer<typeof PublishedDrawAnswer>;

/** The request body is the image itself. */
export const ProofQuery = z.object({ signalId: Id.optional() });

const AdminProof = OwnProof.extend({
  email: z.string(),
  type: z.enum(imageTypes),
  bytes: Count,
  /** The signal for comparison; null when the screenshot was sent as a winner. */
  signal: z
    .object({ symbol: z.string(), direction: z.enum(['BUY', 'SELL']), duration: z.number(), issuedAt: Instant })
    .nullable(),
});

const notReadyReasons = ['not_over', 'trades_unread', 'screenshots_pending', 'round_pending', 'beacon_silent'] as const;

export const AdminContest = z
  .object({
    contest: Contest,
    /** Number of entries by count of valid trades, from 0 to the required number. */
    progress: z.array(Count),
    /** Why the draw cannot take place yet; null when it can or already did. */
    notReady: z.enum(notReadyReasons).nullable(),
    winners: z.array(Winner.extend({ email: z.string(), proofs: Count, proofsUntil: Instant, isOverdue: z.boolean() })),
    proofs: z.array(AdminProof),
  })
  .meta({ id: 'AdminContest' });
export type AdminContest = z.infer<typeof AdminContest>;
export type AdminProof = z.infer<typeof AdminProof>;

export const JudgeProofBody = z.object({ status: z.enum(['approved', 'refused']) });

export const ChangeWinnerBody = z.object({
  status: z.enum(['confirmed', 'paid', 'forfeited']),
  /** Written to the audit log. */
  reason: AuditReason.optional(),
});
