import { z } from 'zod';
import type { Endpoints } from '../endpoint.ts';
import { languages } from '#domain/language.ts';
import { roles, userStates } from '#domain/accounts/user.ts';
import { releaseReasonLength } from '#domain/accounts/trader-claim.ts';
import { AuditReason, PageQuery, toPage } from './admin.ts';
import { AnswerLang, Count, Id, Instant, isWholeText } from '../wire.ts';

export const UsersQuery = PageQuery.extend({
  /** Part of an e-mail address, or a complete user id or broker id. */
  q: z.string().trim().max(254).optional(),
  state: z.enum(userStates).optional(),
  campaign: z.string().max(64).optional(),
  /** Filters accounts in INTERNAL_EMAILS; when absent, they are listed with the others. */
  internal: z.enum(['hide', 'only']).optional(),
});
export type UsersQuery = z.infer<typeof UsersQuery>;

export const AdminUser = z
  .object({
    id: Id,
    email: z.string(),
    lang: z.enum(languages),
    campaign: z.string().nullable(),
    state: z.enum(userStates),
    roles: z.array(z.enum(roles)),
    /** The address is listed in ADMIN_EMAILS, so no screen can revoke the role. */
    isNamedAdmin: z.boolean(),
    isInternal: z.boolean(),
    isBlocked: z.boolean(),
    /** Confirmed by the broker, like the balance. */
    referralId: z.string().nullable(),
    balance: z.number().nullable(),
    balanceCheckedAt: Instant.nullable(),
    signals: Count,
    createdAt: Instant,
    /** The latest sign-in or token refresh; null when long ago or never. */
    lastSeenAt: Instant.nullable(),
  })
  .meta({ id: 'AdminUser' });
export type AdminUser = z.infer<typeof AdminUser>;

/** `total`: null beyond 10,000. */
export const AdminUsers = toPage(AdminUser).extend({ total: Count.nullable() }).meta({ id: 'AdminUsers' });
export type AdminUsers = z.infer<typeof AdminUsers>;

/** Reason for removing a broker ID from an account, for the audit log. */
export const TraderRelease = z.strictObject({
  reason: z.string().trim().min(releaseReasonLength.min).max(releaseReasonLength.max).refine(isWholeText),
  lang: AnswerLang,
});

export const UserChange = z
  .strictObject({
    blocked: z.boolean().optional(),
    role: z.enum(roles).optional(),
    reason: AuditReason.optional(),
    lang: AnswerLang,
  })
  .refine(({ blocked, role }) => blocked !== undefined || role !== undefined, { path: ['blocked'] });
export type UserChange = z.infer<typeof UserChange>;

export const adminUserEndpoints = {
  'GET /api/admin/users': { guards: ['admin'], query: UsersQuery, answer: AdminUsers },
  'PATCH /api/admin/users/:id': {
    guards: ['admin'],
    body: UserChange,
    answer: AdminUser,
    errors: ['user_not_found', 'own_account', 'role_configured', 'user_not_activated', 'password_not_proven'],
  },
  'DELETE /api/admin/users/:id/sessions': { guards: ['admin'], errors: ['user_not_found'] },
  'POST /api/admin/users/:id/password-mail': { guards: ['admin'], errors: ['user_not_found'] },
} satisfies Endpoints;
