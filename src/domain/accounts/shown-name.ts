/** Of an address, as the display name of a review's author. */
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
