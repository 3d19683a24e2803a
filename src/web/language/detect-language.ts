import { defaultLanguage, isLanguage, type Language } from '#domain/language.ts';

/**
 * Stored language, then browser, then the default. The language of the path is resolved by the
 * caller (paths.ts).
 */
export function detectLanguage(stored: string | null, browser: readonly string[]): Language {
  if (isLanguage(stored)) return stored;
  return browser.map((tag) => tag.slice(0, 2).toLowerCase()).find(isLanguage) ?? defaultLanguage;
}
