import { brand } from '#domain/brand.ts';
import { defaultLanguage, isLanguage } from '#domain/language.ts';
import { type Phrases, phrasesIn } from './phrase-book.ts';

/** What a page says of itself to a browser's tab, a search and a friend it is sent to. */
export interface PageFacts {
  readonly title: string;
  readonly description?: string;
  /** Somebody's own page, or a step of theirs: of no use to a search. */
  readonly isUnlisted?: true;
  /** Questions that the page answers, as it answers them. */
  readonly faq?: readonly { readonly question: string; readonly answer: string }[];
  /** For a text that somebody wrote; `since` is a day, such as 2026-11-20. */
  readonly article?: { readonly headline: string; readonly since?: string };
  /** The pages between the home page and this one. */
  readonly trail?: readonly { readonly name: string; readonly address: string }[];
}

export type PageParams = Readonly<Record<string, string | undefined>>;

/** A screen's `meta`. */
export type PageMeta = (about: { readonly params: PageParams }) => PageFacts;

/** Its title and its description, else the product's, in the language of the address. */
export const pageTitle =
  (title: (phrases: Phrases) => string, description: (phrases: Phrases) => string = tagline): PageMeta =>
  ({ params }) => {
    const phrases = phrasesIn(isLanguage(params['lang']) ? params['lang'] : defaultLanguage);
    return { title: `${title(phrases)} · ${brand.name}`, description: description(phrases) };
  };

const tagline = ({ t }: Phrases): string => t('common.tagline');

/** For a page that is somebody's own, or a step of theirs. */
export const unlisted =
  (meta: PageMeta): PageMeta =>
  (about) => ({ ...meta(about), isUnlisted: true });
