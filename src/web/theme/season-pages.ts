import type { Language } from '#domain/language.ts';
import { paths } from '../paths.ts';

const own = [paths.home, paths.aboutUs, paths.instruction, paths.wiki, paths.accountAppearance];
const legal = [paths.terms, paths.privacyPolicy, paths.cookiePolicy];

/**
 * Pages to read, and the one where the decorations are chosen: none with money, another form,
 * results or administration.
 */
export function mayDecorate(pathname: string, lang: Language): boolean {
  const isPage = [...own, ...legal].some((path) => path(lang).replace(/\/$/, '') === pathname.replace(/\/$/, ''));
  return isPage || pathname.startsWith(`${paths.wiki(lang)}/`);
}
