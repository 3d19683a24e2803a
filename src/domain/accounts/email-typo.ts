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
