import { defaultLanguage, isLanguage, type Language } from '#domain/language.ts';

/** The language in the path, else the source language; English for the operator's pages. */
export function getLanguage(pathname: string): Language {
  const [, first, page] = pathname.split('/');
  if (page === 'admin') return 'en';
  return toLanguage(first);
}

/** The language that an address names, else the source language. */
export const toLanguage = (named: string | undefined): Language => (isLanguage(named) ? named : defaultLanguage);

/** Stored language, then browser, then the default. */
export function detectLanguage(stored: string | null, browser: readonly string[]): Language {
  if (isLanguage(stored)) return stored;
  return browser.map((tag) => tag.slice(0, 2).toLowerCase()).find(isLanguage) ?? defaultLanguage;
}

/** Each language's own name and its familiar code (uk is shown as UA). */
export const languageNames: Record<Language, { readonly code: string; readonly name: string }> = {
  uk: { code: 'UA', name: 'Українська' },
  en: { code: 'EN', name: 'English' },
  ru: { code: 'RU', name: 'Русский' },
};
