import { z } from 'zod';
import { secondFactorStates, totpDigits } from '#domain/accounts/second-factor.ts';
import { LoginBody } from './accounts.ts';
import { AnswerLang, Id, Instant } from './wire.ts';

const base64url = z
  .string()
  .regex(/^[\w-]+$/)
  .max(16_384)
  .meta({ examples: ['q83vEjRWeJA'] });
const id = '4f0c9f1e-7a52-4c57-9d0e-2b8f6f0f5a11';

export const Passkey = z
  .object({
    id: Id,
    /** The browser and system that it was created with. */
    name: z.string(),
    createdAt: Instant,
    lastUsedAt: Instant.nullable(),
  })
  .meta({
    id: 'Passkey',
    examples: [{ id, name: 'Chrome, macOS', createdAt: '2026-11-23T09:30:00.000Z', lastUsedAt: null }],
  });
export type Passkey = z.infer<typeof Passkey>;

/** GET second-factor: what the account has, and how this login session stands to it. */
export const SecondFactor = z
  .object({
    state: z.enum(secondFactorStates),
    passkeys: z.array(Passkey),
    /** Of the authenticator app; null: none. */
    totp: z.object({ createdAt: Instant }).nullable(),
    recoveryCodesLeft: z.number().int(),
  })
  .meta({ id: 'SecondFactor' });
export type SecondFactor = z.infer<typeof SecondFactor>;

/** For `navigator.credentials`, as WebAuthn defines it: passed on unchanged. */
export const PasskeyOptions = z.looseObject({ challenge: z.string() }).meta({
  examples: [{ challenge: 'q83vEjRWeJA', rpId: 'kurs.example', userVerification: 'required', timeout: 300_000 }],
});

const Credential = {
  id: base64url,
  rawId: base64url,
  type: z.literal('public-key'),
  authenticatorAttachment: z.enum(['platform', 'cross-platform']).exactOptional(),
  /** Nothing is asked of extensions, so what they answer is dropped. */
  clientExtensionResults: z.object({}),
};

export const PasskeyBody = z.strictObject({
  lang: AnswerLang,
  /** `PublicKeyCredential.toJSON()` of a new passkey. */
  response: z.object({
    ...Credential,
    response: z.object({
      clientDataJSON: base64url,
      attestationObject: base64url,
      transports: z.array(z.string().max(32)).max(10).exactOptional(),
    }),
  }),
});

/** Shown once; null: the account has its codes already. */
export const EnrolledFactor = z
  .object({ recoveryCodes: z.array(z.string()).nullable() })
  .meta({ id: 'EnrolledFactor', examples: [{ recoveryCodes: ['k3wq-7pzd-m2xa-f5cv'] }] });
export type EnrolledFactor = z.infer<typeof EnrolledFactor>;

/** POST second-factor/totp: the secret for an authenticator app, valid once a code of it is sent. */
export const NewTotp = z.object({ secret: z.string(), uri: z.string() }).meta({
  id: 'NewTotp',
  examples: [
    {
      secret: 'JBSWY3DPEHPK3PXP',
      uri: 'otpauth://totp/Kurs:trader%40kurs.example?secret=JBSWY3DPEHPK3PXP&issuer=Kurs',
    },
  ],
});
export type NewTotp = z.infer<typeof NewTotp>;

const TotpCode = z
  .string()
  .transform((code) => code.replaceAll(' ', ''))
  .pipe(z.string().regex(new RegExp(`^\\d{${totpDigits}}$`)));

export const TotpCodeBody = z.strictObject({ lang: AnswerLang, code: TotpCode }).meta({ example: { code: '492039' } });

export const RecoveryCodes = z
  .object({ recoveryCodes: z.array(z.string()) })
  .meta({ id: 'RecoveryCodes', examples: [{ recoveryCodes: ['k3wq-7pzd-m2xa-f5cv'] }] });
export type RecoveryCodes = z.infer<typeof RecoveryCodes>;

/**
 * POST second-factor/confirm: one of the account's factors passes the second step of signing in and
 * confirms this login session; the password only confirms it.
 */
export const ConfirmBody = z
  .discriminatedUnion('by', [
    z.strictObject({ by: z.literal('password'), lang: AnswerLang, password: LoginBody.shape.password }),
    z.strictObject({ by: z.literal('totp'), lang: AnswerLang, code: TotpCode }),
    z.strictObject({ by: z.literal('recovery'), lang: AnswerLang, code: z.string().trim().min(1).max(64) }),
    z.strictObject({
      by: z.literal('passkey'),
      lang: AnswerLang,
      response: z.object({
        ...Credential,
        response: z.object({
          clientDataJSON: base64url,
          authenticatorData: base64url,
          signature: base64url,
          userHandle: base64url.exactOptional(),
        }),
      }),
    }),
  ])
  .meta({ example: { by: 'totp', code: '492039' } });
export type ConfirmBody = z.infer<typeof ConfirmBody>;
