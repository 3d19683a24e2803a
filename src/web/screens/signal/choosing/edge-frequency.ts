import { usePhrases } from '#web/language/use-phrases.ts';

/** Rarer than this, in minutes, no number of minutes is stated: the hour has no more of them. */
const longestWait = 60;
/** From this share on, there is a signal in almost every minute. */
const almostAlways = 0.9;

/** How often a model has had an edge at this hour of the day, in words. Null: not measured yet. */
export function useEdgeFrequency(share: number | null): string | null {
  const { t, f } = usePhrases();
  if (share === null) return null;
  if (share === 0) return t('signal.choose.edge.none');
  if (share >= almostAlways) return t('signal.choose.edge.always');
  const count = Math.round(1 / share);
  if (count > longestWait) return t('signal.choose.edge.rare');
  return t('signal.choose.edge.every', { n: f.count(count) });
}
