import type { Language } from '#domain/language.ts';

/** What the contest is called, also by the API. */
export const contestNames: Readonly<Record<Language, string>> = {
  uk: 'Новорічний виклик',
  en: 'New Year challenge',
  ru: 'Новогодний вызов',
};
