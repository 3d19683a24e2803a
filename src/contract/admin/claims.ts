import { z } from 'zod';
import { maxListLength } from '#domain/accounts/partner-list.ts';
import type { Endpoints } from '../endpoint.ts';
import { AnswerLang, Count, Id, Instant, RequestedInstant } from '../wire.ts';
import { AuditReason, PageQuery, toPage } from './admin.ts';

const Dollars = z.number().nonnegative().max(99_999_999_999).multipleOf(0.01);

/** A user's id at the broker that waits for an answer. */
export const AdminClaim = z
  .object({
    id: Id,
    userId: Id,
    email: z.string(),
    campaign: z.string().nullable(),
    /** When the user's account here was opened. */
    createdAt: Instant,
    /** Browser and system of the latest login session; null: unknown. */
    device: z.string().nullable(),
    traderId: z.string(),
    sentAt: Instant,
    /** The user who has this id now; null: nobody. */
    holder: z.string().nullable(),
    /** A list or an administrator has stated this trader, whom nobody has: the claim is about to be confirmed. */
    isAnswered: z.boolean(),
  })
  .meta({ id: 'AdminClaim' });
export type AdminClaim = z.infer<typeof AdminClaim>;

/**
 * Oldest first. `list`: the newest balances that were stated; null: the broker answers itself, and
 * no administrator decides.
 */
export const AdminClaims = toPage(AdminClaim)
  .extend({
    total: Count.nullable(),
    list: z.object({ statedAt: Instant.nullable(), holdsHours: z.number(), isOld: z.boolean() }).nullable(),
  })
  .meta({ id: 'AdminClaims' });
export type AdminClaims = z.infer<typeof AdminClaims>;

const ColumnIndex = z.number().int().min(0).max(99);

/** `apply: false`: only says what the list would change. */
export const PartnerListBody = z.strictObject({
  csv: z.string().min(1).max(maxListLength),
  columns: z.strictObject({ traderId: ColumnIndex, balance: ColumnIndex, registered: ColumnIndex.nullable() }),
  /** One in the future counts as now. */
  exportedAt: RequestedInstant,
  /** It has every trader of the partner: claims that were sent before it and are not in it are refused. */
  isComplete: z.boolean(),
  apply: z.boolean(),
  lang: AnswerLang,
});
export type PartnerListBody = z.infer<typeof PartnerListBody>;

const ListedClaim = z.object({ email: z.string(), traderId: z.string() });
/** The first of them. */
const toFirst = <Item extends z.ZodType>(item: Item) => z.object({ count: Count, items: z.array(item) });

/** What a list changes, or has changed. */
export const PartnerListResult = z
  .object({
    isApplied: z.boolean(),
    traders: Count,
    confirmed: toFirst(ListedClaim.extend({ balance: z.number() })),
    refused: toFirst(ListedClaim.extend({ cause: z.enum(['not_listed', 'taken']) })),
    /** Confirmed traders whose figures change, and those whose figures stay. */
    balances: z.object({ changed: Count, same: Count }),
    /** Traders whom nobody has claimed: they are confirmed as soon as somebody does. */
    unknown: Count,
    /** Confirmed traders who are not in the list: their balance counts until it is too old. */
    missing: Count,
    /** Traders whose balance is known from a newer statement. */
    outdated: Count,
    invalid: toFirst(z.object({ line: Count, value: z.string(), allowed: z.string() })),
  })
  .meta({ id: 'PartnerListResult' });
export type PartnerListResult = z.infer<typeof PartnerListResult>;

/** Only where an administrator answers for the broker (BROKER=manual); else 404. */
export const claimEndpoints = {
  'GET /api/admin/claims': { guards: ['admin'], query: PageQuery, answer: AdminClaims },
  'POST /api/admin/claims/:id/confirm': {
    guards: ['admin'],
    body: z.strictObject({ balance: Dollars, lang: AnswerLang }),
    errors: ['not_found', 'trader_taken'],
  },
  'POST /api/admin/claims/:id/refuse': {
    guards: ['admin'],
    /** The user reads the reason. */
    body: z.strictObject({ reason: AuditReason, lang: AnswerLang }),
    errors: ['not_found'],
  },
  'POST /api/admin/claims/list': {
    guards: ['admin'],
    body: PartnerListBody,
    answer: PartnerListResult,
    errors: ['not_found'],
  },
} satisfies Endpoints;
