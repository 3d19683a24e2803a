import type { Language } from '#domain/language.ts';

/** Each language's own name and its familiar code (uk is shown as UA). */
export const languageNames: Record<Language, { readonly code: string; readonly name: string }> = {
  uk: { code: 'UA', name: 'Українська' },
  en: { code: 'EN', name: 'English' },
  ru: { code: 'RU', name: 'Русский' },
};
