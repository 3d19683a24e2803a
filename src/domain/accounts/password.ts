/** The rules are shown one by one while a password is being chosen. */
type PasswordRule = 'length' | 'lowercase' | 'uppercase' | 'digit' | 'special';

/** In code points. The max bounds the cost of hashing and is checked before it. */
export const passwordLength = { min: 8, max: 128 } as const;

const rules: readonly (readonly [PasswordRule, (password: string) => boolean])[] = [
  ['length', (password) => getLength(password) >= passwordLength.min],
  ['lowercase', (password) => /\p{Ll}/u.test(password)],
  ['uppercase', (password) => /\p{Lu}/u.test(password)],
  ['digit', (password) => /\p{Nd}/u.test(password)],
  ['special', (password) => /[^\p{L}\p{M}\p{N}\s\p{C}]/u.test(password)],
];

export const passwordRules: readonly PasswordRule[] = rules.map(([rule]) => rule);

/** Length in code points, independent of the encoding. */
export const getLength = (password: string): number => Array.from(password).length;

/** The rules that a password does not meet yet, in display order. */
export const unmetPasswordRules = (password: string): PasswordRule[] =>
  rules.filter(([, isMet]) => !isMet(password)).map(([rule]) => rule);

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
