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

/**
 * A Bloom filter of the passwords that people choose most: it holds every one of them, and about one
 * text in a thousand besides.
 */
const filterHashes = 10;
/** Bits per entry for that share of errors. */
const bitsPerEntry = 14.4;

/** Digits and special characters at the end that are appended to meet the rules. */
const maxAppended = 5;

/** Known in this product's languages and trade, and missing in the list, which is mostly English. */
const ownWords: readonly string[] =
  'trader trading forex bitcoin ukraine пароль йцукен привіт привет любов любовь україна украина'.split(' ');

/**
 * Whether a password that meets the rules is one of the common ones in another case, or with
 * characters appended to meet the rules: accepted with a warning. `product`: its name, lower case.
 */
export const isCommonPassword = (password: string, filter: Uint8Array, product: string): boolean =>
  listForms(password).some((form) => form === product || ownWords.includes(form) || isInFilter(form, filter));

/** The password as it is, without special characters at its ends, and without what was appended to a word. */
function listForms(password: string): string[] {
  const folded = password.normalize('NFKC').toLowerCase();
  const bare = folded.replaceAll(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '');
  const word = folded.replace(/^[^\p{L}\p{N}]+/u, '').replace(/[^\p{L}]+$/u, '');
  const isWordWithTail = folded.length - word.length <= maxAppended;
  return [folded, bare, ...(isWordWithTail ? [word] : [])].filter(canBeCompleted);
}

/** At least four characters, two of them letters: what a password that meets the rules can be built on. */
export const canBeCompleted = (entry: string): boolean => entry.length >= 4 && /\p{L}.*\p{L}/u.test(entry);

const isInFilter = (text: string, filter: Uint8Array): boolean =>
  getPositions(text, filter.length * 8).every((bit) => ((filter[bit >> 3] ?? 0) & (1 << (bit & 7))) !== 0);

/** All entries are in lower case. */
export function toFilter(entries: readonly string[]): Uint8Array {
  const filter = new Uint8Array(Math.ceil((entries.length * bitsPerEntry) / 8));
  for (const entry of entries)
    for (const bit of getPositions(entry, filter.length * 8))
      filter[bit >> 3] = (filter[bit >> 3] ?? 0) | (1 << (bit & 7));
  return filter;
}

/** Two FNV-1a hashes, combined to ten positions (Kirsch and Mitzenmacher, 2006). */
function getPositions(text: string, bits: number): number[] {
  const [first, second] = [computeHash(text, 0x81_1c_9d_c5), computeHash(text, 0x05_0c_5d_1f) | 1];
  return Array.from({ length: filterHashes }, (_, index) => (first + index * (second >>> 0)) % bits);
}

function computeHash(text: string, seed: number): number {
  let hash = seed;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01_00_01_93);
  // FNV-1a mixes its last characters poorly (finalizer of MurmurHash3).
  hash = Math.imul(hash ^ (hash >>> 16), 0x85_eb_ca_6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2_b2_ae_35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
