import { brand } from 'virtual:brand';
import { toLanguage } from './languages.ts';
import { phrasesIn } from './phrase-book.ts';
import type { Phrases } from './render-phrase.ts';

/** Metadata of a page for browser tabs, search engines and link previews. */
export interface PageFacts {
  readonly title: string;
  readonly description?: string;
  /** A private page or a step of a user's flow: not to be indexed. */
  readonly isUnlisted?: true;
  /** Questions and answers on the page, for structured data. */
  readonly faq?: readonly { readonly question: string; readonly answer: string }[];
  /** For an editorial text; `since` is a day, such as 2026-11-20. */
  readonly article?: { readonly headline: string; readonly since?: string };
  /** Breadcrumbs between the home page and this one. */
  readonly trail?: readonly { readonly name: string; readonly address: string }[];
}

export type PageParams = Readonly<Record<string, string | undefined>>;

export type PageMeta = (about: { readonly params: PageParams }) => PageFacts;

/** Title and description of the page, by default the product's, in the language of the path. */
export const pageTitle =
  (title: (phrases: Phrases) => string, description: (phrases: Phrases) => string = tagline): PageMeta =>
  ({ params }) => {
    const phrases = phrasesIn(toLanguage(params['lang']));
    return { title: `${title(phrases)} · ${brand.name}`, description: description(phrases) };
  };

const tagline = ({ t }: Phrases): string => t('common.tagline');

/** For a private page or a step of a user's flow. */
export const unlisted =
  (meta: PageMeta): PageMeta =>
  (about) => ({ ...meta(about), isUnlisted: true });

export const operatorTitle =
  (title: string): PageMeta =>
  () => ({ title: `${title} · ${brand.name}`, isUnlisted: true });
