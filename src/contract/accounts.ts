import { z } from 'zod';
import { campaignMaxLength, campaignPattern } from '#domain/accounts/campaign.ts';
import { emailPattern, toCanonicalEmail } from '#domain/accounts/email.ts';
import { languages } from '#domain/language.ts';
import { mailKinds, mailStatuses } from '#domain/accounts/mail.ts';
import { getLength, passwordLength, unmetPasswordRules } from '#domain/accounts/password.ts';
import { roles, tourNames } from '#domain/accounts/user.ts';
import { secondFactorStates } from '#domain/accounts/second-factor.ts';
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

/** Case-insensitive. Addresses with control characters, spaces or a display name are rejected. */
export const Email = z
  .string()
  .trim()
  .overwrite(toCanonicalEmail)
  .pipe(z.email({ pattern: emailPattern }).max(254));

/**
 * Password at sign-in: any content, but the length is bounded before hashing (and by the body size
 * limit).
 */
const KnownPassword = z
  .string()
  .min(1)
  .refine(isWithinLength, { params: { phrase: 'passwordTooLong' } });

/** A new password meets every rule; its length is counted in code points. */
export const NewPassword = z
  .string()
  .refine(isWithinLength, { params: { phrase: 'passwordTooLong' } })
  .refine((password) => unmetPasswordRules(password).length === 0, { params: { phrase: 'passwordWeak' } });

function isWithinLength(password: string): boolean {
  return getLength(password) <= passwordLength.max;
}

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

export const ResendBody = z.strictObject({ lang: Lang });
/** Seconds until the next mail of this kind may be requested. */
export const RetryAnswer = z.object({ retryAfter: Count });

/** GET resend-activation: state of the confirm-email screen. */
export const ActivationState = z
  .object({
    email: z.string(),
    isActivated: z.boolean(),
    retryAfter: Count,
    /** The newest activation mail; null before the first one. */
    mail: z.object({ status: z.enum(mailStatuses), queuedAt: Instant, nextAttemptAt: Instant.nullable() }).nullable(),
    /** Whether the demo mailbox page has this mail. */
    hasMailbox: z.boolean(),
  })
  .meta({ id: 'ActivationState' });
export type ActivationState = z.infer<typeof ActivationState>;

/** GET auth/activate/{link}/registration: what the owner of the address is asked about. */
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

/**
 * POST auth/activate: whether the reader of the mail registered the account. `false` ends its login
 * sessions and mails a link for a new password.
 */
export const ActivateBody = z.strictObject({ mine: z.boolean(), lang: AnswerLang });
export const Activated = z.object({ activated: z.boolean() }).meta({ id: 'Activated' });
export type Activated = z.infer<typeof Activated>;

/** PUT user/language: the language of mails to the user. */
export const LanguageBody = z.strictObject({ lang: Lang });
export const LanguageAnswer = z.object({ user: User });

/** GET and PUT user/tours: the tours of the tutorial that the user has finished or closed. */
export const ClosedTours = z
  .strictObject({ closed: z.array(z.enum(tourNames)).max(tourNames.length) })
  .meta({ id: 'ClosedTours' });
export type ClosedTours = z.infer<typeof ClosedTours>;
export const CloseToursBody = ClosedTours.extend({ lang: AnswerLang });

/**
 * POST change-email: an address may be corrected before activation; a new activation mail is sent.
 */
export const ChangeEmailBody = z.strictObject({ email: Email, lang: Lang, captcha: CaptchaPayload.optional() });
export const ChangeEmailAnswer = z.object({ user: User });

/** POST user/email: the new address gets a link, which changes it. */
export const EmailChangeBody = z.strictObject({ email: Email, password: KnownPassword, lang: Lang });
export const PendingEmailChange = z
  .object({ email: z.string(), expiresAt: Instant })
  .meta({ id: 'PendingEmailChange' });
export type PendingEmailChange = z.infer<typeof PendingEmailChange>;

/** POST user/email/confirm: the address that the account has now. */
export const EmailChangeAnswer = z.object({ email: z.string() }).meta({ id: 'EmailChange' });
export type EmailChangeAnswer = z.infer<typeof EmailChangeAnswer>;

export const ForgotPasswordBody = z.strictObject({ email: Email, lang: Lang, captcha: CaptchaPayload.optional() });
export const ResetPasswordBody = z.strictObject({ newPassword: NewPassword, lang: AnswerLang });

/** GET captcha: which robot check the forms show. The site key is for Turnstile. */
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
export const OwnSessions = z.object({ items: z.array(OwnSession) });

/** Demo mailbox page: mails stored because no mail server is configured. */
export const MailboxMail = z
  .object({
    id: Id,
    kind: z.enum(mailKinds),
    to: z.string(),
    lang: Lang,
    subject: z.string(),
    queuedAt: Instant,
    text: z.string(),
    /** A complete HTML document, shown in a sandboxed frame. */
    html: z.string(),
  })
  .meta({ id: 'MailboxMail' });
export type MailboxMail = z.infer<typeof MailboxMail>;
export const MailboxItems = z.object({ items: z.array(MailboxMail.omit({ text: true, html: true })) });

/** Whether a mail that users ask for is sent, such as the weekly digest. Off until turned on. */
export const RequestedMail = z.strictObject({ isOn: z.boolean() }).meta({ id: 'RequestedMail' });
export type RequestedMail = z.infer<typeof RequestedMail>;
export const RequestMailBody = RequestedMail.extend({ lang: AnswerLang });

/** `__Host-` binds a cookie to this exact host and to https, where the public address is https. */
export const refreshCookieName = (publicUrl: string) =>
  publicUrl.startsWith('https:') ? ('__Host-kurs_refresh' as const) : ('kurs_refresh' as const);
