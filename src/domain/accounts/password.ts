/** A rule of the specification, each shown separately while a password is being chosen. */
export type PasswordRule = 'length' | 'lowercase' | 'uppercase' | 'digit' | 'special';

/** In code points. The max bounds the cost of hashing and is checked before it. */
export const passwordLength = { min: 8, max: 128 } as const;

const rules: readonly (readonly [PasswordRule, (password: string) => boolean])[] = [
  ['length', (password) => lengthOf(password) >= passwordLength.min],
  ['lowercase', (password) => /\p{Ll}/u.test(password)],
  ['uppercase', (password) => /\p{Lu}/u.test(password)],
  ['digit', (password) => /\p{Nd}/u.test(password)],
  ['special', (password) => /[^\p{L}\p{M}\p{N}\s\p{C}]/u.test(password)],
];

export const passwordRules: readonly PasswordRule[] = rules.map(([rule]) => rule);

/** Length in code points, independent of the encoding. */
export const lengthOf = (password: string): number => Array.from(password).length;

/** The rules that a password does not meet yet, in display order. */
export const unmetPasswordRules = (password: string): PasswordRule[] =>
  rules.filter(([, isMet]) => !isMet(password)).map(([rule]) => rule);

/** Meets the rules but is easy to guess: accepted with a warning, as the specification allows. */
export const isCommonPassword = (password: string): boolean =>
  commonPatterns.some((pattern) => pattern.test(password.normalize('NFKC').toLowerCase()));

/** A well-known word or keyboard run with digits and punctuation appended. */
const commonPatterns: readonly RegExp[] = [
  /^(p[a@4]ss?w[o0]rd|qwerty(uiop)?|qwertz|azerty|welcome|admin|letmein|iloveyou|monkey|dragon|football|master|login|abc|test|user|trader|trading|forex|kurs|bitcoin|ukraine|пароль|йцукен|привіт|привет)[\W\d_]*$/u,
  /^(1q2w3e4r|1qaz2wsx|zaq12wsx|q1w2e3r4|a1b2c3d4|1234567890?q?w?e?)[\W\d_a-z]{0,4}$/u,
];
