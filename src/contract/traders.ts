import { z } from 'zod';
import { traderCheckStates } from '#domain/accounts/trader-claim.ts';
import { User } from './accounts.ts';
import { TraderRelease } from './admin/users.ts';
import type { Endpoints } from './endpoint.ts';
import { TraderId } from './form-fields.ts';
import { AnswerLang, Count, Instant } from './wire.ts';

const TraderInfoQuery = z.object({ refresh: z.enum(['0', '1']).optional() });

/**
 * Balance fields are null unless the id is the caller's own confirmed one. Amounts in US dollars,
 * without bonuses.
 */
export const TraderInfo = z
  .object({
    id: z.string(),
    found: z.literal(true),
    confirmed: z.boolean(),
    balance: z.number().nullable(),
    currency: z.literal('USD').nullable(),
    isBalanceValid: z.boolean().nullable(),
    isVip: z.boolean().nullable(),
    minBalance: z.number(),
    vipBalance: z.number(),
    checkedAt: Instant.nullable(),
  })
  .meta({ id: 'TraderInfo' });
export type TraderInfo = z.infer<typeof TraderInfo>;

const ReferralIdBody = z.strictObject({ referralId: TraderId, lang: AnswerLang });
/** What the broker's server sends for an account that was opened through a user's link. */
const RegistrationReport = z.object({
  key: z.string().max(200),
  trader_id: TraderId,
  click_id: z.string().max(200),
});

const ReferralIdAnswer = z.object({ user: User });

/**
 * GET trader/check: the background check, which continues while the user is away. `claim`: an id
 * that could not be verified with the broker yet (POST referral-id answered 503); `balance`: a
 * balance below the minimum or too old.
 */
export const TraderCheck = z
  .object({
    check: z
      .object({
        kind: z.enum(['claim', 'balance']),
        traderId: z.string(),
        state: z.enum(traderCheckStates),
        startedAt: Instant,
        /** The last response of the broker; null when there was none yet. */
        answeredAt: Instant.nullable(),
        attempts: Count,
        /** Time of the next automatic check; null when checking has ended. */
        nextAt: Instant.nullable(),
        /** Why an administrator refused the claim; null: none did. */
        reason: z.string().nullable(),
      })
      .nullable(),
    /** The current user: a claim may have been confirmed in the meantime. */
    user: User,
    isBalanceValid: z.boolean().nullable(),
    isVip: z.boolean().nullable(),
    isSelfExcluded: z.boolean(),
    minBalance: z.number(),
    vipBalance: z.number(),
    /** For how long a checked balance counts. */
    balanceHoldsMs: z.number(),
  })
  .meta({ id: 'TraderCheck' });
export type TraderCheck = z.infer<typeof TraderCheck>;

/** Links to open and top up an account at the partner broker; `broker` is its name. */
export const BrokerLinks = z.object({
  kind: z.enum(['sandbox', 'pocket', 'manual']),
  broker: z.string(),
  /**
   * How an account becomes provably the caller's, so that its amounts are shown: `none_needed` with
   * play money, `by_link` when it is opened through `register`, `by_support`: the broker reports
   * nothing that proves it.
   */
  ownership: z.enum(['none_needed', 'by_link', 'by_support']),
  register: z.url(),
  deposit: z.url(),
});
export type BrokerLinks = z.infer<typeof BrokerLinks>;

export const traderEndpoints = {
  'GET /api/trader/info/:id': {
    guards: ['signedIn'],
    params: z.object({ id: TraderId }),
    query: TraderInfoQuery,
    answer: TraderInfo,
    errors: ['email_not_activated', 'trader_not_found', 'broker_unavailable'],
  },
  'POST /api/referral-id': {
    guards: ['signedIn'],
    body: ReferralIdBody,
    answer: ReferralIdAnswer,
    errors: ['email_not_activated', 'trader_not_found', 'trader_taken', 'already_confirmed', 'broker_unavailable'],
  },
  'GET /api/trader/check': { guards: ['signedIn'], answer: TraderCheck },
  /** Queries the broker at once; the response contains its answer. */
  'POST /api/trader/check': {
    guards: ['signedIn'],
    answer: TraderCheck,
    errors: ['email_not_activated', 'referral_required', 'broker_unavailable'],
  },
  'GET /api/trader/links': { guards: ['signedIn'], answer: BrokerLinks, errors: ['broker_unavailable'] },
  /** Sent by the broker, which does not repeat a report. */
  'GET /api/broker/registrations': {
    guards: [],
    inMaintenance: true,
    query: RegistrationReport,
    errors: ['forbidden'],
  },
  'POST /api/admin/users/:id/balance': {
    guards: ['admin'],
    errors: ['user_not_found', 'user_without_trader', 'trader_not_found', 'broker_unavailable'],
  },
  'DELETE /api/admin/users/:id/trader': {
    guards: ['admin'],
    body: TraderRelease,
    errors: ['user_not_found', 'user_without_trader'],
  },
} satisfies Endpoints;
