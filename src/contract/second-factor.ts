import { z } from 'zod';
import type { Endpoints } from './endpoint.ts';
import { secondFactorStates, totpDigits } from '#domain/accounts/user.ts';
import { KnownPassword } from './form-fields.ts';
import { AnswerLang, Instant } from './wire.ts';

/** GET second-factor: what the account has, and how this login session stands to it. */
export const SecondFactor = z
  .object({
    state: z.enum(secondFactorStates),
    /** The authenticator app; null: none is set up. */
    totp: z.object({ createdAt: Instant }).nullable(),
    recoveryCodesLeft: z.number().int(),
  })
  .meta({ id: 'SecondFactor' });
export type SecondFactor = z.infer<typeof SecondFactor>;

/** POST second-factor/totp: the secret for an authenticator app, valid once a code of it is sent. */
export const NewTotp = z.object({ secret: z.string(), uri: z.string() }).meta({ id: 'NewTotp' });
export type NewTotp = z.infer<typeof NewTotp>;

const TotpCode = z
  .string()
  .transform((code) => code.replaceAll(' ', ''))
  .pipe(z.string().regex(new RegExp(`^\\d{${totpDigits}}$`)));

const TotpCodeBody = z.strictObject({ lang: AnswerLang, code: TotpCode });

/** Shown once. */
export const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) }).meta({ id: 'RecoveryCodes' });
export type RecoveryCodes = z.infer<typeof RecoveryCodes>;

/**
 * POST second-factor/confirm: a code passes the second step of signing in and confirms this
 * login session; the password only confirms it.
 */
export const ConfirmBody = z.discriminatedUnion('by', [
  z.strictObject({ by: z.literal('password'), lang: AnswerLang, password: KnownPassword }),
  z.strictObject({ by: z.literal('totp'), lang: AnswerLang, code: TotpCode }),
  z.strictObject({ by: z.literal('recovery'), lang: AnswerLang, code: z.string().trim().min(1).max(64) }),
]);
export type ConfirmBody = z.infer<typeof ConfirmBody>;

export const secondFactorEndpoints = {
  'GET /api/second-factor': {
    guards: ['sameOrigin', 'signedInOrWaiting'],
    inMaintenance: true,
    answer: SecondFactor,
  },
  'POST /api/second-factor/confirm': {
    guards: ['sameOrigin', 'signedInOrWaiting'],
    inMaintenance: true,
    body: ConfirmBody,
    errors: ['wrong_password', 'second_factor_failed', 'overloaded'],
  },
  'POST /api/second-factor/totp': {
    guards: ['sameOrigin', 'signedIn', 'recentlyConfirmed', 'provenPassword'],
    inMaintenance: true,
    answer: NewTotp,
    status: 201,
    errors: ['limit_reached'],
  },
  'POST /api/second-factor/totp/code': {
    guards: ['sameOrigin', 'signedIn', 'recentlyConfirmed', 'provenPassword'],
    inMaintenance: true,
    body: TotpCodeBody,
    answer: RecoveryCodes,
    errors: ['second_factor_failed', 'not_found'],
  },
  'DELETE /api/second-factor/totp': {
    guards: ['sameOrigin', 'signedIn', 'recentlyConfirmed'],
    inMaintenance: true,
    errors: ['not_found'],
  },
  'POST /api/second-factor/recovery-codes': {
    guards: ['sameOrigin', 'signedIn', 'recentlyConfirmed'],
    inMaintenance: true,
    answer: RecoveryCodes,
    errors: ['not_found'],
  },
} satisfies Endpoints;
