import type { WikiSlug, WikiText } from '#content/wiki/wiki-article.ts';
import type { Language } from '#domain/language.ts';
import { type LazyPart, lazyPart } from '../routing/lazy-part.ts';

const part = (fetchModule: () => Promise<{ text: WikiText }>): LazyPart<WikiText> =>
  lazyPart(() => fetchModule().then(({ text }) => text));

/** Lazy-loads a single text in a single language. */
export const wikiTexts: Readonly<Record<Language, Readonly<Record<WikiSlug, LazyPart<WikiText>>>>> = {
  uk: {
    'understanding-binary-options': part(() => import('#content/wiki/understanding-binary-options.uk.ts')),
    'risk-management-methods': part(() => import('#content/wiki/risk-management-methods.uk.ts')),
    'martingale-strategy': part(() => import('#content/wiki/martingale-strategy.uk.ts')),
    'successful-trading-strategies': part(() => import('#content/wiki/successful-trading-strategies.uk.ts')),
    'rsi-sma-strategy': part(() => import('#content/wiki/rsi-sma-strategy.uk.ts')),
    'support-resistance-strategy': part(() => import('#content/wiki/support-resistance-strategy.uk.ts')),
    'choose-broker': part(() => import('#content/wiki/choose-broker.uk.ts')),
  },
  en: {
    'understanding-binary-options': part(() => import('#content/wiki/understanding-binary-options.en.ts')),
    'risk-management-methods': part(() => import('#content/wiki/risk-management-methods.en.ts')),
    'martingale-strategy': part(() => import('#content/wiki/martingale-strategy.en.ts')),
    'successful-trading-strategies': part(() => import('#content/wiki/successful-trading-strategies.en.ts')),
    'rsi-sma-strategy': part(() => import('#content/wiki/rsi-sma-strategy.en.ts')),
    'support-resistance-strategy': part(() => import('#content/wiki/support-resistance-strategy.en.ts')),
    'choose-broker': part(() => import('#content/wiki/choose-broker.en.ts')),
  },
  ru: {
    'understanding-binary-options': part(() => import('#content/wiki/understanding-binary-options.ru.ts')),
    'risk-management-methods': part(() => import('#content/wiki/risk-management-methods.ru.ts')),
    'martingale-strategy': part(() => import('#content/wiki/martingale-strategy.ru.ts')),
    'successful-trading-strategies': part(() => import('#content/wiki/successful-trading-strategies.ru.ts')),
    'rsi-sma-strategy': part(() => import('#content/wiki/rsi-sma-strategy.ru.ts')),
    'support-resistance-strategy': part(() => import('#content/wiki/support-resistance-strategy.ru.ts')),
    'choose-broker': part(() => import('#content/wiki/choose-broker.ru.ts')),
  },
};
