import type { Language } from '#domain/language.ts';
import { cookiePolicyEn } from './cookie-policy.en.ts';
import { cookiePolicyRu } from './cookie-policy.ru.ts';
import { cookiePolicyUk } from './cookie-policy.uk.ts';
import type { LegalDocument } from './legal-document.ts';
import { privacyPolicyEn } from './privacy-policy.en.ts';
import { privacyPolicyRu } from './privacy-policy.ru.ts';
import { privacyPolicyUk } from './privacy-policy.uk.ts';
import { termsEn } from './terms.en.ts';
import { termsRu } from './terms.ru.ts';
import { termsUk } from './terms.uk.ts';

export type LegalKey = 'terms' | 'privacy-policy' | 'cookie-policy';

export const legalDocuments: Readonly<Record<LegalKey, Readonly<Record<Language, LegalDocument>>>> = {
  terms: { uk: termsUk, en: termsEn, ru: termsRu },
  'privacy-policy': { uk: privacyPolicyUk, en: privacyPolicyEn, ru: privacyPolicyRu },
  'cookie-policy': { uk: cookiePolicyUk, en: cookiePolicyEn, ru: cookiePolicyRu },
};
