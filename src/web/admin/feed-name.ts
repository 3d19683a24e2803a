import type { Phrases } from '../language/phrase-book.ts';

const named = ['simulated', 'replay', 'deriv'] as const;

/** Where prices come from; a source without a name of ours is called by its own. */
export function feedNameIn({ t }: Phrases, kind: string): string {
  const known = named.find((name) => name === kind);
  return known ? t(`admin.overview.feeds.${known}`) : kind;
}
