import { usePhrases } from '#web/language/use-phrases.ts';

/** A probability from 0 to 1 as a frequency in a hundred. */
export function useChanceText(): (chance: number) => string {
  const { t, f } = usePhrases();
  return (chance) => {
    if (chance < 0.01) return t('bankroll.ruin.under');
    return chance > 0.99 ? t('bankroll.ruin.over') : t('bankroll.ruin.chance', { n: f.count(chance * 100) });
  };
}
