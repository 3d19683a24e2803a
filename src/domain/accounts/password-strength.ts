import { getLength, unmetPasswordRules } from './password.ts';

export const passwordStrengths = ['weak', 'fair', 'strong'] as const;
export type PasswordStrength = (typeof passwordStrengths)[number];

/** In code points. */
const strong = { length: 12, distinct: 8 } as const;

/**
 * What can be said while a password is typed: weak if it is refused or commonly chosen, otherwise by
 * its length, which counts most (NIST SP 800-63B, appendix A.2), unless it repeats few characters.
 */
export function estimatePasswordStrength(password: string, isCommon: boolean): PasswordStrength {
  if (isCommon || unmetPasswordRules(password).length > 0) return 'weak';
  const isLong = getLength(password) >= strong.length && new Set(password).size >= strong.distinct;
  return isLong ? 'strong' : 'fair';
}
