import { z } from 'zod';
import { traderCheckStates } from '#domain/accounts/trader-check.ts';
import { User } from './accounts.ts';
import { Instant } from './wire.ts';

/** ASCII digits, as the broker shows them. Spaces around are forgiven; anything else never reaches the broker. */
export const TraderId = z
  .string()
  .trim()
  .regex(/^[0-9]{1,20}$/, { error: 'trader_id' });

export const TraderInfoQuery = z.object({ refresh: z.enum(['0', '1']).optional() });

/** Balance fields are null unless the id is the caller's own, confirmed one. Money in US dollars, without bonuses. */
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

export const ReferralIdBody = z.strictObject({ referralId: TraderId });
export const ReferralIdAnswer = z.object({ user: User });

/**
 * GET trader/check: the check that goes on by itself, so that a person may leave and come back. `claim`: an id that the
 * broker could not be asked about yet (POST referral-id answered 503); `balance`: a balance below the minimum or too old.
 */
export const TraderCheck = z
  .object({
    check: z
      .object({
        kind: z.enum(['claim', 'balance']),
        traderId: z.string(),
        state: z.enum(traderCheckStates),
        startedAt: Instant,
        /** The last time the broker answered; null: not yet. */
        answeredAt: Instant.nullable(),
        attempts: z.number().int().nonnegative(),
        /** When the server asks again by itself; null: it no longer does. */
        nextAt: Instant.nullable(),
      })
      .nullable(),
    /** The user as known now: a claim may have been confirmed meanwhile. */
    user: User,
    isBalanceValid: z.boolean().nullable(),
    isVip: z.boolean().nullable(),
    isSelfExcluded: z.boolean(),
    minBalance: z.number(),
    vipBalance: z.number(),
  })
  .meta({ id: 'TraderCheck' });
export type TraderCheck = z.infer<typeof TraderCheck>;

/** Where a person opens and tops up an account at the partner broker; `broker` is its name. */
export const BrokerLinks = z.object({
  kind: z.enum(['sandbox', 'pocket']),
  broker: z.string(),
  register: z.url(),
  deposit: z.url(),
});
export type BrokerLinks = z.infer<typeof BrokerLinks>;
