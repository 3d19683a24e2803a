import { firstCharacter } from './first-character.ts';

/** How the author of a review is shown: by the name they gave, else by the first letter of the address. */
export const shownName = (name: string | null, email: string): string =>
  name ?? `${firstCharacter(email).toLocaleUpperCase('uk')}.`;
