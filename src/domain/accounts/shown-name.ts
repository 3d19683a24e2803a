/** Display name of a review's author: the name given, otherwise the first letter of the address. */
export const shownName = (name: string | null, email: string): string =>
  name ?? `${firstCharacter(email).toLocaleUpperCase('uk')}.`;

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
