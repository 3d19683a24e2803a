import { defaultLanguage, isLanguage, type Language } from '#domain/language.ts';

/** The language of a path; the source language if it has none. */
export function getLanguage(pathname: string): Language {
  const first = pathname.split('/')[1];
  return isLanguage(first) ? first : defaultLanguage;
}
