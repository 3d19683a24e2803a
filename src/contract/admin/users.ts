import { z } from 'zod';
import type { Endpoints } from '../endpoint.ts';
import { languages } from '#domain/language.ts';
import { auditActions } from '#domain/accounts/audit-action.ts';
import { mailKinds, mailStatuses } from '#domain/accounts/mail.ts';
import { roles, userStates } from '#domain/accounts/user.ts';
import { releaseReasonLength, traderCheckStates } from '#domain/accounts/trader-claim.ts';
import { directions } from '#domain/market/direction.ts';
import { aiModelKeys } from '#domain/signals/ai-model.ts';
import { alertChannels } from '#domain/signals/alert-rule.ts';
import { outcomes } from '#domain/signals/outcome.ts';
import { OwnData } from '../own-data.ts';
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

/** Kinds of what happened to an account, and the order of those of one instant. */
export const userEventKinds = ['audit', 'mail', 'check', 'session', 'signal'] as const;
export type UserEventKind = (typeof userEventKinds)[number];

const Happened = z.object({ id: z.string(), at: Instant });

/** What is stored of an account, each row at the instant at which it began. */
export const UserEvent = z
  .discriminatedUnion('kind', [
    Happened.extend({
      kind: z.literal('audit'),
      action: z.enum(auditActions),
      /** Null: the account has been deleted. */
      actorEmail: z.string().nullable(),
      reason: z.string().nullable(),
    }),
    Happened.extend({
      kind: z.literal('mail'),
      channel: z.enum(alertChannels),
      message: z.enum(mailKinds),
      status: z.enum(mailStatuses),
      /** Last answer of the other side, without the address; null: it took it, or has not been asked. */
      lastFault: z.string().nullable(),
    }),
    Happened.extend({
      kind: z.literal('check'),
      traderId: z.string(),
      state: z.enum(traderCheckStates),
      answeredAt: Instant.nullable(),
    }),
    Happened.extend({
      kind: z.literal('session'),
      browser: z.string().nullable(),
      system: z.string().nullable(),
      endedAt: Instant.nullable(),
    }),
    Happened.extend({
      kind: z.literal('signal'),
      symbol: z.string(),
      direction: z.enum(directions),
      duration: z.number().int(),
      aiModel: z.enum(aiModelKeys),
      result: z.enum(outcomes).nullable(),
      /** Whether the user took it out of the own lists. */
      isRemoved: z.boolean(),
    }),
  ])
  .meta({ id: 'UserEvent' });
export type UserEvent = z.infer<typeof UserEvent>;

export const UserEventsQuery = PageQuery.extend({ kind: z.enum(userEventKinds).optional() });
export type UserEventsQuery = z.infer<typeof UserEventsQuery>;

export const UserEvents = toPage(UserEvent).meta({ id: 'UserEvents' });
export type UserEvents = z.infer<typeof UserEvents>;

export const adminUserEndpoints = {
  'GET /api/admin/users': {
    guards: ['admin'],
    query: UsersQuery,
    answer: AdminUsers,
    produces: ['application/json', 'text/csv'],
    /** Of the file. */
    errors: ['confirmation_required'],
  },
  'GET /api/admin/users/:id': { guards: ['admin'], answer: AdminUser, errors: ['user_not_found'] },
  /** Newest first. Reading those of another user is written to the audit log. */
  'GET /api/admin/users/:id/events': {
    guards: ['admin'],
    query: UserEventsQuery,
    answer: UserEvents,
    errors: ['user_not_found'],
  },
  'GET /api/admin/users/:id/export': {
    guards: ['admin', 'recentlyConfirmed'],
    answer: OwnData,
    errors: ['user_not_found'],
  },
  'POST /api/admin/users/:id/erase': {
    guards: ['admin'],
    body: z.strictObject({ reason: AuditReason, lang: AnswerLang }),
    errors: ['user_not_found', 'own_account', 'last_administrator'],
  },
  'POST /api/admin/users/:id/activation-mail': {
    guards: ['admin'],
    errors: ['user_not_found', 'already_activated'],
  },
  'PATCH /api/admin/users/:id': {
    guards: ['admin'],
    body: UserChange,
    answer: AdminUser,
    errors: ['user_not_found', 'own_account', 'role_configured', 'user_not_activated', 'password_not_proven'],
  },
  'DELETE /api/admin/users/:id/sessions': { guards: ['admin'], errors: ['user_not_found'] },
  'POST /api/admin/users/:id/password-mail': { guards: ['admin'], errors: ['user_not_found'] },
} satisfies Endpoints;
