import type { User } from '#contract/accounts.ts';
import type { Language } from '#domain/language.ts';
import { inLanguage, paths, safeNext } from '../paths.ts';

/** What was chosen here counts; where nothing was, what the person once chose on another device. */
export const languageOnward = (user: User, lang: Language, given: Language | null): Language =>
  given === lang ? user.lang : lang;

/** Where a person goes on after signing in: what is missing comes first, then the page that was wanted. */
export function nextStep(user: User, lang: Language, wanted: string | null): string {
  if (!user.isActivated) return paths.confirmEmail(lang);
  const next = inLanguage(safeNext(wanted, lang), lang);
  return user.referralId === null && next === paths.signal(lang) ? paths.enterId(lang) : next;
}
