import { defaultLanguage, isLanguage, type Language } from '#domain/language.ts';

/** Path, then storage, then browser, then the default. The path is judged by whoever asks (paths.ts). */
export function detectLanguage(stored: string | null, browser: readonly string[]): Language {
  if (isLanguage(stored)) return stored;
  return browser.map((tag) => tag.slice(0, 2).toLowerCase()).find(isLanguage) ?? defaultLanguage;
}
