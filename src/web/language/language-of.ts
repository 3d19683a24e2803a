import { defaultLanguage, isLanguage, type Language } from '#domain/language.ts';

/** The language of an address; the source language where it has none. */
export function languageOf(pathname: string): Language {
  const first = pathname.split('/')[1];
  return isLanguage(first) ? first : defaultLanguage;
}
