import type { ModelFigures } from '#contract/record.ts';

/** What the leaderboard says of one model, whichever forecasts are counted. Shares of 1. */
export interface Standing {
  readonly aiModel: ModelFigures['aiModel'];
  readonly total: number;
  readonly winRate: number | null;
  /** Null: too few outcomes to say. */
  readonly interval: { readonly low: number; readonly high: number } | null;
  readonly rank: number | null;
  readonly flag: ModelFigures['flag'];
  readonly flagged: boolean;
}

/** By the lower end of the interval: nobody leads by a lucky few. Those without an interval come last. */
export function standingsOf(models: readonly ModelFigures[], source: 'people' | 'shadow'): Standing[] {
  const all = models.flatMap((figures) => standingOf(figures, source) ?? []);
  return all.toSorted((a, b) => (b.interval?.low ?? -1) - (a.interval?.low ?? -1) || b.total - a.total);
}

/** Null: the model states nothing by itself. */
function standingOf(figures: ModelFigures, source: 'people' | 'shadow'): Standing | null {
  const { aiModel, flag, flagged } = figures;
  const counted = source === 'people' ? figures : figures.shadow?.issued;
  if (!counted) return null;
  const { total, winRate, low, high } = counted;
  const interval = low === null || high === null ? null : { low, high };
  return { aiModel, total, winRate, interval, rank: source === 'people' ? figures.rank : null, flag, flagged };
}
