import type { LegalDocument, LegalKey } from '#content/legal/legal-document.ts';
import type { Language } from '#domain/language.ts';
import { type LazyPart, lazyPart } from '#web/routing/lazy-part.ts';

type Texts = Readonly<Record<Language, LazyPart<LegalDocument>>>;

/** Lazy-loads only the requested document, in one language. */
export const legalTexts: Readonly<Record<LegalKey, Texts>> = {
  terms: {
    uk: lazyPart(() => import('#content/legal/terms.uk.ts').then((file) => file.termsUk)),
    en: lazyPart(() => import('#content/legal/terms.en.ts').then((file) => file.termsEn)),
    ru: lazyPart(() => import('#content/legal/terms.ru.ts').then((file) => file.termsRu)),
  },
  'privacy-policy': {
    uk: lazyPart(() => import('#content/legal/privacy-policy.uk.ts').then((file) => file.privacyPolicyUk)),
    en: lazyPart(() => import('#content/legal/privacy-policy.en.ts').then((file) => file.privacyPolicyEn)),
    ru: lazyPart(() => import('#content/legal/privacy-policy.ru.ts').then((file) => file.privacyPolicyRu)),
  },
  'cookie-policy': {
    uk: lazyPart(() => import('#content/legal/cookie-policy.uk.ts').then((file) => file.cookiePolicyUk)),
    en: lazyPart(() => import('#content/legal/cookie-policy.en.ts').then((file) => file.cookiePolicyEn)),
    ru: lazyPart(() => import('#content/legal/cookie-policy.ru.ts').then((file) => file.cookiePolicyRu)),
  },
};
