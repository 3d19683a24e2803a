import type { Language } from '#domain/language.ts';

/** Each language's own name, its familiar code (uk is shown as UA), and an offer in it. */
export const languageNames: Record<Language, { readonly code: string; readonly name: string; readonly offer: string }> =
  {
    uk: { code: 'UA', name: 'Українська', offer: 'Читати українською' },
    en: { code: 'EN', name: 'English', offer: 'Read this in English' },
    ru: { code: 'RU', name: 'Русский', offer: 'Читать по-русски' },
  };
