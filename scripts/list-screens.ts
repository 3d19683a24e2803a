import { languages } from '#domain/language.ts';
import { paths } from '#web/paths.ts';

/** Every address the browser can build, without its query: the server answers these, and no other, with 200. */
export const listScreens = (): string[] =>
  languages.flatMap((lang) => Object.values(paths).map((build) => pathOf(build(lang))));

const pathOf = (address: string): string => new URL(address, 'http://localhost').pathname.replace(/(.)\/$/, '$1');
