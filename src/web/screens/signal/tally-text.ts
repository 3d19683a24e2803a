import type { Signal } from '#contract/signals.ts';
import type { Translate } from '#web/language/phrase-book.ts';

const counted = ['successful', 'unsuccessful', 'neutral', 'void'] as const;

/** `3 wins, 2 losses, 1 equal`, without zero counts. */
export const tallyText = (signals: readonly Pick<Signal, 'result'>[], t: Translate): string =>
  counted
    .map((result) => ({ result, count: signals.filter((signal) => signal.result === result).length }))
    .filter(({ count }) => count > 0)
    .map(({ result, count }) => t(`signal.tally.${result}`, { n: count, count }))
    .join(', ');
