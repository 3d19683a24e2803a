import type { User } from '#contract/accounts.ts';
import type { Language } from '#domain/language.ts';
import { inLanguage, paths, safeNext } from '../paths.ts';

/** A language chosen in this browser takes precedence; otherwise the account's language applies. */
export const languageOnward = (user: User, lang: Language, given: Language | null): Language =>
  given === lang ? user.lang : lang;

/**
 * The page after signing in: missing steps come first and carry the requested page along. An
 * administrator who does not trade administers.
 */
export function nextStep(user: User, lang: Language, wanted: string | null): string {
  const page = pageBehind(wanted, lang);
  if (!user.isActivated) return paths.confirmEmail(lang, getNext(page, lang));
  if (user.referralId === null && bringsId(wanted, lang)) return inLanguage(safeNext(wanted, lang), lang);
  if (wanted === null && user.referralId === null && user.roles.includes('admin')) return paths.admin(lang);
  const needsTrader = page.split(/[?#]/)[0] === paths.signal(lang);
  return user.referralId === null && needsTrader ? paths.enterId(lang, getNext(page, lang)) : page;
}

/** The page as `next` of a step; undefined: the default target of a step. */
export const getNext = (page: string, lang: Language): string | undefined =>
  page === paths.signal(lang) ? undefined : page;

/** The broker's return link: the id in it has to survive signing in. */
function bringsId(wanted: string | null, lang: Language): boolean {
  const { pathname, searchParams } = new URL(inLanguage(safeNext(wanted, lang), lang), 'http://own.invalid');
  return pathname === paths.enterId(lang) && searchParams.has('id');
}

/** The requested page, in this language. A requested step is replaced by the page behind it. */
function pageBehind(wanted: string | null, lang: Language): string {
  const page = inLanguage(safeNext(wanted, lang), lang);
  const { pathname, searchParams } = new URL(page, 'http://own.invalid');
  const isStep = pathname === paths.confirmEmail(lang) || pathname === paths.enterId(lang);
  return isStep ? inLanguage(safeNext(searchParams.get('next'), lang), lang) : page;
}
