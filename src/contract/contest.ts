import { z } from 'zod';
import { contestStates, imageTypes, winnerStatuses } from '#domain/contest/contest-rules.ts';
import { AuditReason } from './admin/admin.ts';
import { Count, Id, Instant } from './wire.ts';

const Period = z.object({
  state: z.enum(contestStates),
  startsAt: Instant,
  /** Exclusive end: the first instant that no longer counts. */
  endsAt: Instant,
  timezone: z.string(),
  /** One prize for all winners or one per winner; empty when the operator has not announced any. */
  prizes: z.array(z.string()),
});

/** `prize`: its number, from 1. */
const Winner = z.object({ prize: Count, email: z.string(), status: z.enum(winnerStatuses) });

const OwnEntry = z.object({
  joined: z.boolean(),
  email: z.string(),
  /** Own settled signals of the period. */
  signals: Count,
  required: Count,
  /** Null: none was drawn for the caller. */
  prize: z.object({ status: z.enum(winnerStatuses), sendUntil: Instant, screenshots: Count }).nullable(),
});

export const Contest = Period.extend({
  name: z.string(),
  drawAt: Instant,
  /** E-mails are masked. */
  winners: z.array(Winner),
  /**
   * Participants with at least 100 outcomes during the contest, ranked by the lower bound of the
   * 95 % interval of their win rate.
   */
  topTraders: z.array(
    z.object({ email: z.string(), total: Count, winRate: z.number(), low: z.number(), high: z.number() }),
  ),
  /** The caller's own entry; absent for a visitor. */
  me: OwnEntry.optional(),
}).meta({ id: 'Contest' });
export type Contest = z.infer<typeof Contest>;

export const Joined = z.object({ joined: z.literal(true), email: z.string() }).meta({ id: 'ContestJoined' });

export const AdminContest = Period.extend({
  participants: Count,
  /** Participants with all required signals. */
  eligible: Count,
  drawnAt: Instant.nullable(),
  /** Whether a press of the button would draw now. */
  canDraw: z.boolean(),
  winners: z.array(
    Winner.extend({
      userId: Id,
      statusAt: Instant,
      sendUntil: Instant,
      screenshots: z.array(z.object({ id: Id, type: z.enum(imageTypes), sentAt: Instant })),
    }),
  ),
}).meta({ id: 'AdminContest' });
export type AdminContest = z.infer<typeof AdminContest>;

export const ChangeWinnerBody = z.discriminatedUnion('status', [
  z.object({ status: z.literal('confirmed') }),
  z.object({ status: z.literal('replaced'), reason: AuditReason }),
]);
export type ChangeWinnerBody = z.infer<typeof ChangeWinnerBody>;
