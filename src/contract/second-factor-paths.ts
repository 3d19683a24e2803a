/** Separate from the schemas, so that pages can import the paths without bundling the validator. */
export const secondFactorPaths = {
  state: '/api/second-factor',
  passkeyOptions: '/api/second-factor/passkeys/options',
  passkeys: '/api/second-factor/passkeys',
  passkey: '/api/second-factor/passkeys/:id',
  totp: '/api/second-factor/totp',
  totpCode: '/api/second-factor/totp/code',
  recoveryCodes: '/api/second-factor/recovery-codes',
  confirmOptions: '/api/second-factor/confirm/options',
  confirm: '/api/second-factor/confirm',
} as const;
