import { z } from 'zod';
import { emailPattern, toCanonicalEmail } from '#domain/accounts/email.ts';
import { getLength, passwordLength, unmetPasswordRules } from '#domain/accounts/password.ts';

// Apart from the calls, so that a form of the browser checks its fields without their schemas.

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
export const KnownPassword = z
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

/**
 * ASCII digits, as the broker displays them. Surrounding spaces are trimmed; other input is never
 * sent to the broker.
 */
export const TraderId = z
  .string()
  .trim()
  .regex(/^[0-9]{1,20}$/, { error: 'trader_id' });
