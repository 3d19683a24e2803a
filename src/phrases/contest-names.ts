import type { Language } from '#domain/language.ts';

/** Name of the contest, also used by the API. */
export const contestNames: Readonly<Record<Language, string>> = {
  uk: 'Новорічний конкурс',
  en: 'New Year challenge',
  ru: 'Новогодний конкурс',
};
