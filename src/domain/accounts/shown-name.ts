import { firstCharacter } from './first-character.ts';

/** Display name of a review's author: the name given, otherwise the first letter of the address. */
export const shownName = (name: string | null, email: string): string =>
  name ?? `${firstCharacter(email).toLocaleUpperCase('uk')}.`;
