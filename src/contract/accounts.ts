import { z } from 'zod';
import type { Endpoints } from './endpoint.ts';
import { campaignMaxLength, campaignPattern, roles, tourNames, secondFactorStates } from '#domain/accounts/user.ts';
import { languages } from '#domain/language.ts';
import { mailStatuses } from '#domain/accounts/mail.ts';
import { Email, KnownPassword, NewPassword } from './form-fields.ts';
import { AnswerLang, Count, Id, Instant } from './wire.ts';

export const User = z
  .object({
    id: Id,
    email: z.string(),
    lang: z.enum(languages),
    campaign: z.string().nullable(),
    isActivated: z.boolean(),
    referralId: z.string().nullable(),
    brokerAccountId: z.string().nullable(),
    balance: z.number().nullable(),
    /** Whether the balance is enough for signals; null: unknown. */
    isBalanceValid: z.boolean().nullable(),
    /** The amount is withheld until the broker ID is proven to be the user's. */
    isBalanceHidden: z.boolean(),
    balanceCheckedAt: Instant.nullable(),
    roles: z.array(z.enum(roles)),
  })
  .meta({ id: 'User' });
export type User = z.infer<typeof User>;

const Lang = z.enum(languages);

/** Solution of the robot check as returned by the widget. */
const CaptchaPayload = z.string().min(1).max(8_192);

/** Campaign of a referral link, stored for the operator's statistics. */
const Campaign = z.string().trim().min(1).max(campaignMaxLength).regex(campaignPattern);

export const RegistrationBody = z.strictObject({
  email: Email,
  password: NewPassword,
  lang: Lang,
  campaign: Campaign.nullish(),
  acceptedTerms: z.boolean().optional(),
  captcha: CaptchaPayload.optional(),
});

export const LoginBody = z.strictObject({
  email: Email,
  password: KnownPassword,
  lang: AnswerLang,
  captcha: CaptchaPayload.optional(),
});

export const SessionAnswer = z
  .object({
    accessToken: z.string(),
    user: User,
    /**
     * Absent: `off`. `waiting`: only the second factor, refreshing and signing out are open to this
     * login session.
     */
    secondFactor: z.enum(secondFactorStates).optional(),
  })
  .meta({ id: 'Session' });
export type SessionAnswer = z.infer<typeof SessionAnswer>;

/** Seconds until the next mail of this kind may be requested. */
const RetryAnswer = z.object({ retryAfter: Count });

/** State of the confirm-email screen. */
export const ActivationState = z
  .object({
    email: z.string(),
    isActivated: z.boolean(),
    retryAfter: Count,
    /** The newest activation mail; null before the first. `retryAt`: null unless an attempt failed. */
    mail: z.object({ status: z.enum(mailStatuses), queuedAt: Instant, retryAt: Instant.nullable() }).nullable(),
    /** Whether the demo mailbox page has this mail. */
    hasMailbox: z.boolean(),
  })
  .meta({ id: 'ActivationState' });
export type ActivationState = z.infer<typeof ActivationState>;

/** What the owner of the address is asked about. */
export const LinkedRegistration = z
  .object({
    email: z.string(),
    registeredAt: Instant,
    browser: z.string().nullable(),
    system: z.string().nullable(),
    isActivated: z.boolean(),
  })
  .meta({ id: 'LinkedRegistration' });
export type LinkedRegistration = z.infer<typeof LinkedRegistration>;

/** The tours of the tutorial that the user has finished or closed. */
export const ClosedTours = z
  .strictObject({ closed: z.array(z.enum(tourNames)).max(tourNames.length) })
  .meta({ id: 'ClosedTours' });
export type ClosedTours = z.infer<typeof ClosedTours>;
/** An address, behind the robot check. */
export const EmailBody = z.strictObject({ email: Email, lang: Lang, captcha: CaptchaPayload.optional() });
export type EmailBody = z.infer<typeof EmailBody>;

export const EmailChangeBody = z.strictObject({ email: Email, password: KnownPassword, lang: Lang });
export type EmailChangeBody = z.infer<typeof EmailChangeBody>;
export const PendingEmailChange = z
  .object({ email: z.string(), expiresAt: Instant })
  .meta({ id: 'PendingEmailChange' });
export type PendingEmailChange = z.infer<typeof PendingEmailChange>;

/** Which robot check the forms show. The site key is for Turnstile. */
export const CaptchaKind = z
  .object({ kind: z.enum(['altcha', 'turnstile']), siteKey: z.string().nullable() })
  .meta({ id: 'CaptchaKind' });
export type CaptchaKind = z.infer<typeof CaptchaKind>;

/** One active login session, as shown to its owner. */
export const OwnSession = z
  .object({
    id: Id,
    createdAt: Instant,
    lastSeenAt: Instant,
    expiresAt: Instant,
    browser: z.string().nullable(),
    system: z.string().nullable(),
    isCurrent: z.boolean(),
  })
  .meta({ id: 'OwnSession' });
export type OwnSession = z.infer<typeof OwnSession>;
/** `__Host-` binds a cookie to this exact host and to https, where the public address is https. */
export const refreshCookieName = (publicUrl: string) =>
  publicUrl.startsWith('https:') ? ('__Host-refresh' as const) : ('refresh' as const);

const robotCheckErrors = ['captcha_failed', 'captcha_unavailable'] as const;

/** Signing in and staying signed in; the address, the password and what else is the user's own. */
export const accountEndpoints = {
  'POST /api/registration': {
    guards: ['sameOrigin'],
    body: RegistrationBody,
    answer: SessionAnswer,
    status: 201,
    errors: [...robotCheckErrors, 'email_taken', 'overloaded'],
  },
  'POST /api/login': {
    guards: ['sameOrigin'],
    inMaintenance: true,
    body: LoginBody,
    answer: SessionAnswer,
    errors: [...robotCheckErrors, 'captcha_required', 'invalid_credentials', 'account_blocked', 'overloaded'],
  },
  'GET /api/refresh': {
    guards: ['sameOrigin'],
    cookie: true,
    inMaintenance: true,
    answer: SessionAnswer,
    errors: ['unauthenticated'],
  },
  'POST /api/logout': { guards: ['sameOrigin'], cookie: true, inMaintenance: true },
  'GET /api/captcha': { guards: [], inMaintenance: true, answer: CaptchaKind },
  'GET /api/captcha/challenge': {
    guards: [],
    inMaintenance: true,
    answer: z.looseObject({}),
    errors: ['not_found'],
  },
  'POST /api/forgot-password': {
    guards: ['sameOrigin'],
    body: EmailBody,
    answer: RetryAnswer,
    status: 202,
    errors: robotCheckErrors,
  },
  'POST /api/reset-password/:resetLink': {
    guards: ['sameOrigin'],
    body: z.strictObject({ newPassword: NewPassword, lang: AnswerLang }),
    errors: ['link_invalid', 'overloaded'],
  },
  'GET /api/resend-activation': { guards: ['signedIn'], answer: ActivationState },
  'POST /api/resend-activation': {
    guards: ['sameOrigin', 'signedIn'],
    body: z.strictObject({ lang: Lang }),
    answer: RetryAnswer,
    status: 202,
    errors: ['already_activated'],
  },
  /** Opened from mail clients and by scanners, so it only redirects to the page that asks. */
  'GET /api/auth/activate/:link': { guards: [], status: 302 },
  'GET /api/auth/activate/:link/registration': { guards: [], answer: LinkedRegistration, errors: ['link_invalid'] },
  /**
   * Whether the reader of the mail registered the account. `false` ends its login sessions and mails
   * a link for a new password.
   */
  'POST /api/auth/activate/:link': {
    guards: ['sameOrigin'],
    body: z.strictObject({ mine: z.boolean(), lang: AnswerLang }),
    answer: z.object({ activated: z.boolean() }).meta({ id: 'Activated' }),
    errors: ['link_invalid'],
  },
  /** An address may be corrected before activation; a new activation mail is sent. */
  'POST /api/change-email': {
    guards: ['sameOrigin', 'signedIn'],
    body: EmailBody,
    answer: z.object({ user: User }),
    errors: [...robotCheckErrors, 'already_activated', 'email_taken', 'overloaded'],
  },
  /** The new address gets a link, which changes it. */
  'POST /api/user/email': {
    guards: ['sameOrigin', 'signedIn'],
    body: EmailChangeBody,
    answer: PendingEmailChange,
    status: 202,
    errors: ['email_not_activated', 'wrong_password', 'email_taken', 'overloaded'],
  },
  /** The address that the account has now. */
  'POST /api/user/email/confirm/:link': {
    guards: ['sameOrigin', 'signedIn'],
    answer: z.object({ email: z.string() }).meta({ id: 'EmailChange' }),
    errors: ['link_invalid', 'email_taken'],
  },
  /** The language of mails to the user. */
  'PUT /api/user/language': {
    guards: ['sameOrigin', 'signedIn'],
    body: z.strictObject({ lang: Lang }),
    answer: z.object({ user: User }),
  },
  'GET /api/user/tours': { guards: ['sameOrigin', 'signedIn'], answer: ClosedTours },
  'PUT /api/user/tours': {
    guards: ['sameOrigin', 'signedIn'],
    body: ClosedTours.extend({ lang: AnswerLang }),
    answer: ClosedTours,
  },
  'GET /api/sessions': { guards: ['sameOrigin', 'signedIn'], answer: z.object({ items: z.array(OwnSession) }) },
  /** All but the caller's own. */
  'DELETE /api/sessions': { guards: ['sameOrigin', 'signedIn'] },
  'DELETE /api/sessions/:id': {
    guards: ['sameOrigin', 'signedIn'],
    params: z.object({ id: Id }),
    errors: ['not_found'],
  },
} satisfies Endpoints;
