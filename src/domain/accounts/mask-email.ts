import { firstCharacter } from './first-character.ts';

/** Enough to know oneself again, too little to write to a stranger: `olena.k@example.com` is `o***@e***.com`. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  const host = email.slice(at + 1);
  const ending = /\.[^.]*$/.exec(host)?.[0] ?? '';
  return `${firstCharacter(email)}***@${firstCharacter(host)}***${ending}`;
}
