import type { ModelFigures } from '#contract/record.ts';
import type { RecordSource } from './use-record-address.ts';

/** Leaderboard entry of one model, for either source of forecasts. Shares from 0 to 1. */
export interface Standing {
  readonly aiModel: ModelFigures['aiModel'];
  readonly total: number;
  readonly winRate: number | null;
  /** Null: too few outcomes. */
  readonly interval: { readonly low: number; readonly high: number } | null;
  readonly rank: number | null;
  readonly flag: ModelFigures['flag'];
  readonly flagged: boolean;
}

/** Shadow forecasts only while they alone have outcomes. */
export function sourceWithFigures(models: readonly ModelFigures[]): RecordSource {
  const hasSignals = models.some(({ total }) => total > 0);
  return !hasSignals && models.some(({ shadow }) => shadow && shadow.issued.total > 0) ? 'shadow' : 'people';
}

/**
 * Sorted by the lower end of the interval, so that a few lucky results do not lead. Models without
 * an interval come last.
 */
export function standingsOf(models: readonly ModelFigures[], source: RecordSource): Standing[] {
  const all = models.flatMap((figures) => standingOf(figures, source) ?? []);
  return all.toSorted((a, b) => (b.interval?.low ?? -1) - (a.interval?.low ?? -1) || b.total - a.total);
}

/** Null: the model makes no forecasts of its own. */
function standingOf(figures: ModelFigures, source: RecordSource): Standing | null {
  const { aiModel, flag, flagged } = figures;
  const counted = source === 'people' ? figures : figures.shadow?.issued;
  if (!counted) return null;
  const { total, winRate, low, high } = counted;
  const interval = low === null || high === null ? null : { low, high };
  return { aiModel, total, winRate, interval, rank: source === 'people' ? figures.rank : null, flag, flagged };
}
