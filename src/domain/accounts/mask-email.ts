import { firstCharacter } from './first-character.ts';

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
