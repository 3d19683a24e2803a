import { z } from 'zod';
import { campaignMaxLength, campaignPattern } from '#domain/accounts/campaign.ts';
import { languages } from '#domain/language.ts';
import { mailKinds, mailStatuses } from '#domain/accounts/mail.ts';
import { lengthOf, passwordLength, unmetPasswordRules } from '#domain/accounts/password.ts';
import { roles } from '#domain/accounts/role.ts';
import { Id, Instant } from './wire.ts';

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
    balanceCheckedAt: Instant.nullable(),
    roles: z.array(z.enum(roles)),
  })
  .meta({ id: 'User' });
export type User = z.infer<typeof User>;

const Lang = z.enum(languages);
/** Of the answer, where the call itself has no use for it. */
const AnswerLang = Lang.optional();

/** Compared without case; one with control characters, spaces or a display name is none. */
export const Email = z.string().trim().toLowerCase().pipe(z.email().max(254));

/** The password of a sign-in: whatever it is, its length is bounded before it is hashed (and by the size of a body). */
const KnownPassword = z
  .string()
  .min(1)
  .refine(isWithinLength, { params: { phrase: 'passwordTooLong' } });

/** A password being chosen: the rule of the specification, in code points. */
export const NewPassword = z
  .string()
  .refine(isWithinLength, { params: { phrase: 'passwordTooLong' } })
  .refine((password) => unmetPasswordRules(password).length === 0, { params: { phrase: 'passwordWeak' } });

function isWithinLength(password: string): boolean {
  return lengthOf(password) <= passwordLength.max;
}

/** The solved robot check, as the widget hands it out. */
const CaptchaPayload = z.string().min(1).max(8_192);

/** Of a referral link: kept for the operator's figures. */
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

export const SessionAnswer = z.object({ accessToken: z.string(), user: User }).meta({ id: 'Session' });
export type SessionAnswer = z.infer<typeof SessionAnswer>;

export const ResendBody = z.strictObject({ lang: Lang });
/** Seconds until the next mail of the kind may be asked for. */
export const RetryAnswer = z.object({ retryAfter: z.number().int().nonnegative() });

/** GET resend-activation: what the confirm-email screen shows. */
export const ActivationState = z
  .object({
    email: z.string(),
    isActivated: z.boolean(),
    retryAfter: z.number().int().nonnegative(),
    /** The newest activation mail; null before the first. */
    mail: z.object({ status: z.enum(mailStatuses), queuedAt: Instant, nextAttemptAt: Instant.nullable() }).nullable(),
    /** Whether the mailbox page of the demo holds it. */
    hasMailbox: z.boolean(),
  })
  .meta({ id: 'ActivationState' });
export type ActivationState = z.infer<typeof ActivationState>;

export const Activated = z.object({ activated: z.literal(true) });

/** PUT user/language: what mails to the user are written in. */
export const LanguageBody = z.strictObject({ lang: Lang });
export const LanguageAnswer = z.object({ user: User });

/** POST change-email: before activation, an address may be corrected; a new activation mail follows. */
export const ChangeEmailBody = z.strictObject({ email: Email, lang: Lang, captcha: CaptchaPayload.optional() });
export const ChangeEmailAnswer = z.object({ user: User });

export const ForgotPasswordBody = z.strictObject({ email: Email, lang: Lang, captcha: CaptchaPayload.optional() });
export const ResetPasswordBody = z.strictObject({ newPassword: NewPassword, lang: AnswerLang });

/** GET captcha: which robot check the forms show. The site key is Turnstile's. */
export const CaptchaKind = z
  .object({ kind: z.enum(['altcha', 'turnstile']), siteKey: z.string().nullable() })
  .meta({ id: 'CaptchaKind' });
export type CaptchaKind = z.infer<typeof CaptchaKind>;

/** One sign-in that still holds, as its owner sees it. */
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

/** The mailbox page of the demo: mails that were kept because there is no mail server. */
export const MailboxMail = z
  .object({
    id: Id,
    kind: z.enum(mailKinds),
    to: z.string(),
    lang: Lang,
    subject: z.string(),
    queuedAt: Instant,
    text: z.string(),
    /** A whole document; shown in a sandboxed frame. */
    html: z.string(),
  })
  .meta({ id: 'MailboxMail' });
export type MailboxMail = z.infer<typeof MailboxMail>;
export const MailboxItems = z.object({ items: z.array(MailboxMail.omit({ text: true, html: true })) });
