import type { User } from '#contract/accounts.ts';
import type { Language } from '#domain/language.ts';
import { paths, safeNext } from '../paths.ts';

/** Where a person goes on after signing in: what is missing comes first, then the page that was wanted. */
export function nextStep(user: User, lang: Language, wanted: string | null): string {
  if (!user.isActivated) return paths.confirmEmail(lang);
  const next = safeNext(wanted, lang);
  return user.referralId === null && next === paths.signal(lang) ? paths.enterId(lang) : next;
}
