import { Secret, TOTP } from 'otpauth';
import type { NewTotp } from '#contract/second-factor.ts';
import { totpDigits } from '#domain/accounts/second-factor.ts';
import { brand } from '#domain/brand.ts';

/** RFC 6238 with the values that every authenticator app assumes. */
const period = 30;
/** Steps before and after the current one: the phone's clock and the user's typing. */
const window = 1;

const createTotp = (secret: Secret, label?: string): TOTP =>
  new TOTP({ issuer: brand.name, ...(label && { label }), secret, algorithm: 'SHA1', digits: totpDigits, period });

export function createTotpSecret(email: string): NewTotp {
  const secret = new Secret({ size: 20 });
  return { secret: secret.base32, uri: createTotp(secret, email).toString() };
}

/** The time step that the code belongs to; null: it is not a code of about now. */
export function stepOfCode(secret: string, code: string, now: number): number | null {
  const delta = createTotp(Secret.fromBase32(secret)).validate({ token: code, timestamp: now, window });
  return delta === null ? null : TOTP.counter({ period, timestamp: now }) + delta;
}
