import type { Signal } from '#contract/signals.ts';
import type { Phrases, Translate } from '#web/language/phrase-book.ts';

const counted = ['successful', 'unsuccessful', 'neutral', 'void'] as const;

/** `3 wins, 2 losses, 1 equal`, without zero counts. */
export const tallyText = (signals: readonly Pick<Signal, 'result'>[], t: Translate): string =>
  counted
    .map((result) => ({ result, count: signals.filter((signal) => signal.result === result).length }))
    .filter(({ count }) => count > 0)
    .map(({ result, count }) => t(`signal.tally.${result}`, { n: count, count }))
    .join(', ');

/** A signed distance. Whole pips have no decimals, because the form of the word follows the number. */
export const signedPips = (pips: number, { t, f }: Pick<Phrases, 't' | 'f'>): string =>
  t('signal.pips', { n: f.signed(pips, Number.isInteger(pips) ? 0 : 1), count: Math.abs(pips) });
