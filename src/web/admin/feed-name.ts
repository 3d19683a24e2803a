import type { Phrases } from '../language/phrase-book.ts';

const named = ['simulated', 'replay', 'deriv', 'oanda', 'twelvedata'] as const;

/** Name of the price source; an unknown source keeps its own name. */
export function feedNameIn({ t }: Phrases, kind: string): string {
  const known = named.find((name) => name === kind);
  return known ? t(`admin.overview.feeds.${known}`) : kind;
}
