import type { MetaDescriptor } from 'react-router';
import { brand } from '#domain/brand.ts';
import { defaultLanguage, isLanguage } from '#domain/language.ts';
import { findPhrases, type Phrases } from './phrase-book.ts';

/** A screen's `meta`: its title and its description, else the product's, in the language of the address. */
export const pageTitle =
  (title: (phrases: Phrases) => string, description: (phrases: Phrases) => string = tagline) =>
  ({ params }: { params: { lang?: string } }): MetaDescriptor[] => {
    const phrases = findPhrases(isLanguage(params.lang) ? params.lang : defaultLanguage);
    if (!phrases) return [{ title: brand.name }];
    return [{ title: `${title(phrases)} · ${brand.name}` }, { name: 'description', content: description(phrases) }];
  };

const tagline = ({ t }: Phrases): string => t('common.tagline');

/** A page that is somebody's own, or a step of theirs: of no use to a search. */
export const unlisted =
  (titled: ReturnType<typeof pageTitle>) =>
  (args: { params: { lang?: string } }): MetaDescriptor[] => [...titled(args), { name: 'robots', content: 'noindex' }];
