export const languages = ['uk', 'en', 'ru'] as const;
export type Language = (typeof languages)[number];
export const defaultLanguage: Language = 'uk';

export const isLanguage = (value: unknown): value is Language => languages.some((one) => one === value);

export const toEachLanguage = <Value>(toValue: (language: Language) => Value): Record<Language, Value> =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- fromEntries forgets the names
  Object.fromEntries(languages.map((language) => [language, toValue(language)])) as Record<Language, Value>;
