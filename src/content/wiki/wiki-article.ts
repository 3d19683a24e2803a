import type { DrawingName } from './drawing-name.ts';

export interface Picture {
  readonly src: DrawingName;
  readonly alt: string;
}

export type WikiBlock =
  | { readonly type: 'section'; readonly title: string; readonly text: readonly string[]; readonly image?: Picture }
  | { readonly type: 'list'; readonly title: string; readonly items: readonly string[] }
  | { readonly type: 'quote'; readonly text: string }
  | ({ readonly type: 'image' } & Picture);

/**
 * Display order of the list: first what the instrument is, then what it does to money, then how to
 * read prices.
 */
export const wikiSlugs = [
  'understanding-binary-options',
  'risk-management-methods',
  'martingale-strategy',
  'successful-trading-strategies',
  'rsi-sma-strategy',
  'support-resistance-strategy',
  'choose-broker',
] as const;

export type WikiSlug = (typeof wikiSlugs)[number];

export const isWikiSlug = (value: string | undefined): value is WikiSlug => wikiSlugs.some((slug) => slug === value);

/** List entry of an article, without its text. `readingTime` is `readingMinutes` of the text. */
interface WikiCard {
  readonly title: string;
  readonly description: string;
  readonly readingTime: number;
  readonly hero: Picture;
}

export type WikiCards = Readonly<Record<WikiSlug, WikiCard>>;

export interface WikiText {
  readonly helmet: {
    readonly pageTitle: string;
    readonly pageDescription: string;
    readonly keywords: readonly string[];
  };
  readonly blocks: readonly WikiBlock[];
}
