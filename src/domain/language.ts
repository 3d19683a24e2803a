export const languages = ['uk', 'en', 'ru'] as const;
export type Language = (typeof languages)[number];
export const defaultLanguage: Language = 'uk';

export const isLanguage = (value: unknown): value is Language => languages.some((one) => one === value);
