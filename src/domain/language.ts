export const languages = ['uk', 'en', 'ru'] as const;
export type Language = (typeof languages)[number];
export const defaultLanguage: Language = 'uk';

/** Whose dates and numbers the pages of a language show. */
export const locales: Readonly<Record<Language, string>> = { uk: 'uk-UA', en: 'en-GB', ru: 'ru-RU' };

/** What follows the number of a percentage. */
export const percentSigns: Readonly<Record<Language, string>> = { uk: '\u00a0%', en: '%', ru: '\u00a0%' };

export const isLanguage = (value: unknown): value is Language => languages.some((one) => one === value);

export const toEachLanguage = <Value>(toValue: (language: Language) => Value): Record<Language, Value> =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- fromEntries forgets the names
  Object.fromEntries(languages.map((language) => [language, toValue(language)])) as Record<Language, Value>;
