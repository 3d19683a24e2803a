import type { ModelFigures } from '#contract/record/record.ts';
import type { RecordSource } from '../use-record-address.ts';

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
  /** Signals, or minutes in shadow, that witnesses saw in time; null: none has expired yet. */
  readonly proven: { readonly n: number; readonly of: number } | null;
}

/** Shadow forecasts as long as signals are too few for a win rate. */
export function sourceWithFigures(models: readonly ModelFigures[]): RecordSource {
  const hasSignalRates = models.some(({ winRate }) => winRate !== null);
  return !hasSignalRates && models.some(({ shadow }) => shadow && shadow.issued.total > 0) ? 'shadow' : 'people';
}

/**
 * Sorted by the lower end of the interval, so that a few lucky results do not lead. Models without
 * an interval come last.
 */
export function rankModels(models: readonly ModelFigures[], source: RecordSource): Standing[] {
  const all = models.flatMap((figures) => getStanding(figures, source) ?? []);
  return all.toSorted((a, b) => (b.interval?.low ?? -1) - (a.interval?.low ?? -1) || b.total - a.total);
}

/** Null: the model makes no forecasts of its own. */
function getStanding(figures: ModelFigures, source: RecordSource): Standing | null {
  const { aiModel, flag, flagged } = figures;
  const counted = source === 'people' ? figures : figures.shadow?.issued;
  if (!counted) return null;
  const { total, winRate, low, high } = counted;
  const interval = low === null || high === null ? null : { low, high };
  const rank = source === 'people' ? figures.rank : null;
  return { aiModel, total, winRate, interval, rank, flag, flagged, proven: getProven(figures, source) };
}

function getProven({ proven }: ModelFigures, source: RecordSource): Standing['proven'] {
  if (!proven) return null;
  const { signals, ofSignals, minutes, ofMinutes } = proven;
  const counted = source === 'people' ? { n: signals, of: ofSignals } : { n: minutes, of: ofMinutes };
  return counted.of > 0 ? counted : null;
}
