import { passwordLength } from '#domain/accounts/password.ts';

/** Every field of the account screens. */
export type FieldName = 'email' | 'password' | 'newPassword' | 'repeat' | 'acceptedTerms';

type ErrorWord =
  | 'emailMissing'
  | 'emailWrong'
  | 'termsMissing'
  | 'repeatMissing'
  | 'repeatDiffers'
  | 'passwordMissing'
  | 'passwordTooLong'
  | 'passwordWeak';

/** The message for a value that the contract's schema rejects. */
export function errorPhrase(field: FieldName, value: unknown): `auth.form.${ErrorWord}` {
  const text = typeof value === 'string' ? value.trim() : '';
  const isTooLong = Array.from(text).length > passwordLength.max;
  if (field === 'email') return text ? 'auth.form.emailWrong' : 'auth.form.emailMissing';
  if (field === 'acceptedTerms') return 'auth.form.termsMissing';
  if (field === 'repeat') return text ? 'auth.form.repeatDiffers' : 'auth.form.repeatMissing';
  if (isTooLong) return 'auth.form.passwordTooLong';
  return field === 'newPassword' && text ? 'auth.form.passwordWeak' : 'auth.form.passwordMissing';
}
