import { z } from 'zod';
import type { Endpoints } from './endpoint.ts';
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

const Joined = z.object({ joined: z.literal(true), email: z.string() }).meta({ id: 'ContestJoined' });

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

export const contestEndpoints = {
  'GET /api/user/contest': { guards: [], answer: Contest, errors: ['contest_off'] },
  'POST /api/user/joinContest': {
    guards: ['sameOrigin', 'signedIn'],
    answer: Joined,
    errors: ['email_not_activated', 'contest_team_excluded', 'contest_closed'],
  },
  'GET /api/admin/contest': { guards: ['admin'], answer: AdminContest, errors: ['contest_off'] },
  'POST /api/admin/contest/draw': {
    guards: ['sameOrigin', 'admin'],
    answer: AdminContest,
    errors: ['contest_off', 'draw_not_ready'],
  },
  'PATCH /api/admin/contest/winners/:userId': {
    guards: ['sameOrigin', 'admin'],
    params: z.object({ userId: Id }),
    body: ChangeWinnerBody,
    errors: ['contest_off', 'not_found', 'winner_not_changeable'],
  },
  'GET /api/admin/contest/screenshots/:id': {
    guards: ['admin', 'recentlyConfirmed'],
    answer: z.any(),
    errors: ['not_found'],
  },
} satisfies Endpoints;

/** A picture, which is its whole body. */
export const screenshotEndpoints = {
  'POST /api/user/contest/screenshots': {
    guards: ['sameOrigin', 'signedIn'],
    answer: z.object({ id: Id }),
    status: 201,
    errors: ['image_not_accepted', 'contest_off', 'screenshot_not_wanted'],
  },
} satisfies Endpoints;
