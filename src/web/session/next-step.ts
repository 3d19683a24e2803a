import type { User } from '#contract/accounts.ts';
import type { Language } from '#domain/language.ts';
import { inLanguage, paths, safeNext } from '../paths.ts';

/** What was chosen here counts; where nothing was, what the person once chose on another device. */
export const languageOnward = (user: User, lang: Language, given: Language | null): Language =>
  given === lang ? user.lang : lang;

/** Where a person goes on after signing in: what is missing comes first and carries along the page that was wanted. */
export function nextStep(user: User, lang: Language, wanted: string | null): string {
  const page = pageBehind(wanted, lang);
  if (!user.isActivated) return paths.confirmEmail(lang, nextOf(page, lang));
  const needsTrader = page.split(/[?#]/)[0] === paths.signal(lang);
  return user.referralId === null && needsTrader ? paths.enterId(lang, nextOf(page, lang)) : page;
}

/** The page as `next` of a step; undefined: the one that a step leads to anyway. */
export const nextOf = (page: string, lang: Language): string | undefined =>
  page === paths.signal(lang) ? undefined : page;

/** The page that was wanted, in this language. A step that was wanted stands for the page behind it. */
function pageBehind(wanted: string | null, lang: Language): string {
  const page = inLanguage(safeNext(wanted, lang), lang);
  const { pathname, searchParams } = new URL(page, 'http://own.invalid');
  const isStep = pathname === paths.confirmEmail(lang) || pathname === paths.enterId(lang);
  return isStep ? inLanguage(safeNext(searchParams.get('next'), lang), lang) : page;
}
