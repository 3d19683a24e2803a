import type { Phrases } from '#web/language/phrase-book.ts';

/** A signed distance. Whole pips have no decimals, because the form of the word follows the number. */
export const signedPips = (pips: number, { t, f }: Pick<Phrases, 't' | 'f'>): string =>
  t('signal.pips', { n: f.signed(pips, Number.isInteger(pips) ? 0 : 1), count: Math.abs(pips) });
