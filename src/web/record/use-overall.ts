import type { ModelFigures } from '#contract/record.ts';
import { recordPaths } from '#contract/record-paths.ts';
import { minOutcomesForRate } from '#domain/shown-rate.ts';
import { wilsonInterval } from '#domain/wilson-interval.ts';
import { usePublic } from '../api/use-public.ts';
import { useSiteSettings } from '../theme/use-site-settings.ts';

export interface Overall {
  readonly total: number;
  /** 95 % interval of the win rate, all models together; null: too few outcomes. */
  readonly interval: { readonly low: number; readonly high: number } | null;
  /** Models whose whole interval lies above break-even. */
  readonly proven: number;
  readonly models: number;
}

/** What the record says in a line; null until it was read. */
export function useOverall(): { readonly overall: Overall | null; readonly breakEven: number | null } {
  const models = usePublic<ModelFigures[]>(recordPaths.models).data;
  const payout = useSiteSettings()?.payout;
  return { overall: models && overallOf(models), breakEven: payout === undefined ? null : 1 / (1 + payout) };
}

function overallOf(models: readonly ModelFigures[]): Overall {
  const sum = (key: 'successful' | 'unsuccessful' | 'total'): number => models.reduce((all, one) => all + one[key], 0);
  const decided = sum('successful') + sum('unsuccessful');
  return {
    total: sum('total'),
    interval: decided < minOutcomesForRate ? null : wilsonInterval(sum('successful'), decided),
    proven: models.filter(({ rank, low, breakEven }) => rank !== null && low !== null && low > breakEven).length,
    models: models.length,
  };
}
