import { z } from 'zod';
import { uncountedReasons } from '#domain/contest/contest-rules.ts';
import { proofStatuses, winnerStatuses } from '#domain/contest/contest-status.ts';
import { imageTypes } from '#domain/contest/screenshot.ts';
import { AuditReason } from './admin.ts';
import { Id, Instant } from './wire.ts';

const Hash = z.string().regex(/^[0-9a-f]{64}$/);
const count = z.number().int().nonnegative();
const result = z.enum(['successful', 'neutral', 'unsuccessful']);

/** announced: it has not begun; closed: nothing counts any more, the draw is near; drawn: it took place. */
export const contestStates = ['announced', 'running', 'closed', 'drawn'] as const;

/** A place of the draw that a prize went to. */
const Winner = z.object({
  rank: z.number().int().positive(),
  /** Which of the prizes, from 1. */
  prize: z.number().int().positive(),
  /** Of the entry, in the list. */
  number: z.number().int().positive(),
  hash: Hash,
  status: z.enum(winnerStatuses),
});

/** Whatever of the draw exists already; all hashes are SHA-256 of texts, lower-case hex. */
export const ContestDraw = z.object({
  /** Hash of the seed, published before the contest began. */
  commitment: Hash,
  announcedAt: Instant,
  /** Where the announced beacon round is told; null: the draw has none. */
  beaconUrl: z.string().nullable(),
  closedAt: Instant.nullable(),
  /** Entries with all trades, which take part in the draw. */
  eligible: count.nullable(),
  listHash: Hash.nullable(),
  /** C2SP signed note of the list's hash, by the record's key. */
  note: z.string().nullable(),
  drawnAt: Instant.nullable(),
  seed: Hash.nullable(),
  randomness: z.string().nullable(),
  number: Hash.nullable(),
});

const OwnTrade = z.object({
  symbol: z.string(),
  at: Instant,
  /** Null: read off a screenshot. */
  stake: z.number().nullable(),
  result: result.nullable(),
  /** Why it does not count; null: it counts. */
  reason: z.enum(uncountedReasons).nullable(),
});

const OwnProof = z.object({
  id: Id,
  /** The signal whose trade it shows; null: sent as a winner. */
  signalId: Id.nullable(),
  sentAt: Instant,
  status: z.enum(proofStatuses),
});

export const OwnEntry = z.object({
  joined: z.boolean(),
  email: z.string(),
  /** How many trades count. */
  trades: count,
  required: count,
  /** The entry's name in the published list. */
  entryId: Id.nullable(),
  /** Its number there, once the list is closed. */
  number: z.number().int().positive().nullable(),
  /** When the broker's trades were read last; null: never. */
  syncedAt: Instant.nullable(),
  /** The newest 200, counted or not. */
  list: z.array(OwnTrade),
  proofs: z.array(OwnProof),
  /** Of whoever drew a prize. */
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
    /** The first instant that does not count any more. */
    endsAt: Instant,
    drawAt: Instant,
    timezone: z.string(),
    /** One for all winners, or one each; none: the operator has not announced any. */
    prizes: z.array(z.string()),
    joined: count,
    /** How trades are known: from the broker, or from screenshots that participants send. */
    evidence: z.enum(['trades', 'screenshots']),
    winners: z.array(Winner.extend({ email: z.string() })),
    /** Participants with at least 100 outcomes in the contest's time, by the lower end of the 95 % interval. */
    topTraders: z.array(
      z.object({ email: z.string(), total: count, winRate: z.number(), low: z.number(), high: z.number() }),
    ),
    draw: ContestDraw,
    /** The caller's own; absent for a visitor. */
    me: OwnEntry.optional(),
  })
  .meta({ id: 'Contest' });
export type Contest = z.infer<typeof Contest>;

export const Joined = z.object({ joined: z.literal(true), email: z.string() }).meta({ id: 'ContestJoined' });

/** A draw that took place, whole: what anybody needs to compute it anew. */
export const PublishedDrawAnswer = z
  .object({
    contest: z.iso.date(),
    commitment: Hash,
    /** In the order of joining: the first has number 1. */
    entries: z.array(Id),
    listHash: Hash,
    note: z.string(),
    seed: Hash,
    beaconUrl: z.string().nullable(),
    randomness: z.string().nullable(),
    number: Hash,
    /** The five smallest hashes, the smallest first. */
    winners: z.array(z.object({ number: z.number().int().positive(), hash: Hash })),
  })
  .meta({ id: 'ContestDraw' });
export type PublishedDrawAnswer = z.infer<typeof PublishedDrawAnswer>;

/** The image itself is the body. */
export const ProofQuery = z.object({ signalId: Id.optional() });

const AdminProof = OwnProof.extend({
  email: z.string(),
  type: z.enum(imageTypes),
  bytes: count,
  /** What the signal was, for comparison; null: sent as a winner. */
  signal: z
    .object({ symbol: z.string(), direction: z.enum(['BUY', 'SELL']), duration: z.number(), issuedAt: Instant })
    .nullable(),
});

export const AdminContest = z
  .object({
    contest: Contest,
    /** How many entries have how many trades that count: from 0 to all that are needed. */
    progress: z.array(count),
    /** Why the draw cannot take place now; null: it can, or did. */
    notReady: z.enum(['not_over', 'trades_unread', 'screenshots_pending', 'beacon_silent']).nullable(),
    winners: z.array(Winner.extend({ email: z.string(), proofs: count, proofsUntil: Instant, isOverdue: z.boolean() })),
    proofs: z.array(AdminProof),
  })
  .meta({ id: 'AdminContest' });
export type AdminContest = z.infer<typeof AdminContest>;
export type AdminProof = z.infer<typeof AdminProof>;

export const JudgeProofBody = z.object({ status: z.enum(['approved', 'refused']) });

export const ChangeWinnerBody = z.object({
  status: z.enum(['confirmed', 'paid', 'forfeited']),
  /** For the audit log. */
  reason: AuditReason.optional(),
});
