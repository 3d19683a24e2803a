import type { MetaDescriptor } from 'react-router';
import { brand } from '#domain/brand.ts';
import { defaultLanguage, isLanguage } from '#domain/language.ts';
import { findPhrases, type Phrases } from './phrase-book.ts';

/** A screen's `meta`: its title and the product's description in the language of the address. */
export const pageTitle =
  (title: (phrases: Phrases) => string) =>
  ({ params }: { params: { lang?: string } }): MetaDescriptor[] => {
    const phrases = findPhrases(isLanguage(params.lang) ? params.lang : defaultLanguage);
    if (!phrases) return [{ title: brand.name }];
    return [
      { title: `${title(phrases)} · ${brand.name}` },
      { name: 'description', content: phrases.t('common.tagline') },
    ];
  };
