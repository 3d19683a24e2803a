import type { Language } from '#domain/language.ts';
import { type LazyPart, lazyPart } from '../routing/lazy-part.ts';

interface Tips {
  readonly tradingTips: readonly string[];
}

/** One chunk per language, lazy-loaded where tips are shown. */
export const tips: Record<Language, LazyPart<Tips>> = {
  uk: lazyPart(() => import('#content/trading-tips/uk.ts')),
  en: lazyPart(() => import('#content/trading-tips/en.ts')),
  ru: lazyPart(() => import('#content/trading-tips/ru.ts')),
};
