/**
 * An address without display name, spaces or control characters: a local part in ASCII, and a domain
 * in the letters of any script.
 */
export const emailPattern =
  /^(?!\.)(?!.*\.\.)[A-Za-z0-9_'+.-]*[A-Za-z0-9_+-]@(?:[\p{L}\p{N}][\p{L}\p{M}\p{N}-]*\.)+[\p{L}\p{M}]{2,}$/u;

/**
 * The form in which addresses are stored and compared: lower case, and an international domain in its
 * own letters. Some browsers send it so, others in Punycode (`xn--80a1acn3a.xn--j1amh`).
 */
export function toCanonicalEmail(text: string): string {
  const at = text.lastIndexOf('@') + 1;
  const labels = text.slice(at).split('.').map(toLetters);
  return (text.slice(0, at) + labels.join('.')).toLowerCase().normalize('NFC');
}

const prefix = /^xn--/i;

const toLetters = (label: string): string => (prefix.test(label) ? (decoded(label.slice(4)) ?? label) : label);

/** The parameters of Punycode (RFC 3492, section 5). */
const [base, tMin, tMax, skew, damp, initialBias, initialCode] = [36, 1, 26, 38, 700, 72, 128];
const digits = 'abcdefghijklmnopqrstuvwxyz0123456789';

/** Decodes a label without its prefix (RFC 3492, section 6.2); null: it is no Punycode. */
function decoded(label: string): string | null {
  const split = label.lastIndexOf('-');
  const codes = Array.from({ length: Math.max(0, split) }, (_, place) => label.charCodeAt(place));
  let [code, bias, place] = [initialCode, initialBias, 0];
  for (let at = split + 1; at < label.length; ) {
    const before = place;
    for (let weight = 1, k = base; ; k += base, at++) {
      const digit = digits.indexOf(label.charAt(at).toLowerCase());
      if (at >= label.length || digit < 0) return null;
      place += digit * weight;
      const threshold = Math.min(tMax, Math.max(tMin, k - bias));
      if (digit < threshold) break;
      weight *= base - threshold;
    }
    at++;
    const count = codes.length + 1;
    bias = adapted(place - before, count, before === 0);
    code += Math.floor(place / count);
    if (code > 0x10ffff) return null;
    place %= count;
    codes.splice(place++, 0, code);
  }
  return String.fromCodePoint(...codes);
}

function adapted(delta: number, count: number, isFirst: boolean): number {
  let rest = Math.floor(delta / (isFirst ? damp : 2));
  rest += Math.floor(rest / count);
  let k = 0;
  for (; rest > ((base - tMin) * tMax) / 2; k += base) rest = Math.floor(rest / (base - tMin));
  return k + Math.floor(((base - tMin + 1) * rest) / (rest + skew));
}

/** The most common mail domains of our users; hints suggest only these. */
const wellKnown = [
  'gmail.com',
  'ukr.net',
  'i.ua',
  'meta.ua',
  'outlook.com',
  'hotmail.com',
  'yahoo.com',
  'icloud.com',
  'proton.me',
  'protonmail.com',
  'mail.ru',
  'yandex.ru',
] as const;

/** Real services whose names look like a typo of one of those above. */
const alsoReal = new Set(['mail.com', 'email.com', 'ymail.com', 'gmx.com', 'gmx.net', 'me.com', 'ya.ru', 'yandex.com']);

/**
 * The address that was probably meant, when its domain is a typo of a well-known one; null: no
 * suggestion.
 */
export function likelyEmail(email: string): string | null {
  const at = email.lastIndexOf('@');
  const domain = email
    .slice(at + 1)
    .trim()
    .toLowerCase();
  if (at < 1 || !isFinished(domain)) return null;
  const meant = wellKnown.find((known) => slips(domain, known) <= allowedSlips(known));
  return meant ? `${email.slice(0, at).trim()}@${meant}` : null;
}

/** A domain that is still being typed, or that exists, is not a typo. */
const isFinished = (domain: string): boolean =>
  domain.length >= 5 && domain.includes('.') && !domain.endsWith('.') && !isReal(domain);

const isReal = (domain: string): boolean => wellKnown.some((known) => known === domain) || alsoReal.has(domain);

/** Short names resemble each other: one edit for these, two for longer ones. */
const allowedSlips = (domain: string): number => (domain.length < 8 ? 1 : 2);

/**
 * Optimal string alignment distance: insertions, deletions, substitutions and transpositions of
 * adjacent letters.
 */
function slips(from: string, to: string): number {
  const table: number[][] = [Array.from({ length: to.length + 1 }, (_, column) => column)];
  for (let row = 1; row <= from.length; row++) table.push(nextRow(table, from, to, row));
  return table[from.length]?.[to.length] ?? Number.POSITIVE_INFINITY;
}

function nextRow(table: readonly number[][], from: string, to: string, row: number): number[] {
  const cells = [row];
  const cell = (r: number, c: number): number => table[r]?.[c] ?? Number.POSITIVE_INFINITY;
  for (let column = 1; column <= to.length; column++) {
    const isSame = from[row - 1] === to[column - 1];
    const isSwapped = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
    cells.push(
      Math.min(
        cell(row - 1, column) + 1,
        (cells[column - 1] ?? 0) + 1,
        cell(row - 1, column - 1) + (isSame ? 0 : 1),
        isSwapped ? cell(row - 2, column - 2) + 1 : Number.POSITIVE_INFINITY,
      ),
    );
  }
  return cells;
}

/** Webmail address by well-known mail domain. */
const inboxes: readonly (readonly [address: string, domains: readonly string[]])[] = [
  ['https://mail.google.com/', ['gmail.com', 'googlemail.com']],
  ['https://mail.ukr.net/', ['ukr.net']],
  ['https://mail.i.ua/', ['i.ua']],
  ['https://outlook.live.com/mail/', ['outlook.com', 'hotmail.com', 'live.com']],
  ['https://mail.yahoo.com/', ['yahoo.com', 'ymail.com']],
  ['https://www.icloud.com/mail/', ['icloud.com', 'me.com']],
  ['https://mail.proton.me/', ['proton.me', 'protonmail.com']],
];

/** Webmail URL of an address, to be opened by the user; null when unknown. */
export function findWebmail(email: string): string | null {
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
  return inboxes.find(([, domains]) => domains.includes(domain))?.[0] ?? null;
}

/** The display name of a review's author, from the address. */
export const firstLetter = (email: string): string => firstCharacter(email).toLocaleUpperCase('uk');

/** The first full character, also outside the BMP; an empty string for an empty text. */
function firstCharacter(text: string): string {
  const code = text.codePointAt(0);
  return code === undefined ? '' : String.fromCodePoint(code);
}

/**
 * Recognisable to the owner but useless for contacting a stranger: `olena.k@example.com` is
 * `o***@e***.com`.
 */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  const host = email.slice(at + 1);
  const ending = /\.[^.]*$/.exec(host)?.[0] ?? '';
  return `${firstCharacter(email)}***@${firstCharacter(host)}***${ending}`;
}
