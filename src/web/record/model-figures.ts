import { queryOptions, useQuery } from '@tanstack/react-query';
import { recordPaths } from '#contract/paths.ts';
import type { ModelFigures, ModelsFigures } from '#contract/record/record.ts';
import type { RecordOverall, RecordSummary } from '#contract/record/views.ts';
import { getBreakEven } from '#domain/statistics/break-even.ts';
import { publicQuery } from '#web/api/queries.ts';
import type { Formats } from '#web/language/formats.ts';
import { useSiteSettings } from '../theme/site-settings.ts';

/** Figures of every model from the record. `query`: of the address, with its question mark. */
export const toModelFiguresQuery = (query: string) =>
  queryOptions({
    ...publicQuery<ModelsFigures>(`${recordPaths.models}${query}`),
    select: ({ models }) => models,
  });

/** The same over all days, at the operator's payout. */
export const modelFiguresQuery = toModelFiguresQuery('');

/** Context of the record's figures. */
export const recordSummaryQuery = publicQuery<RecordSummary>(recordPaths.summary);

/** Never rounds up to 100 %: a model that has issued a forecast is not silent. */
export const silentShare = (f: Pick<Formats, 'percent'>, share: number): string =>
  share > 0.99 && share < 1 ? f.percent(Math.floor(share * 1_000) / 1_000, 1) : f.percent(share);

interface Overall {
  readonly total: number;
  /** 95 % interval of the win rate of all models together; null: too few outcomes or hours. */
  readonly interval: { readonly low: number; readonly high: number } | null;
  /** Models whose whole interval is above break-even. */
  readonly proven: number;
  readonly models: number;
}

/** A one-line summary of the record; null until it is loaded. */
export function useOverall(): { readonly overall: Overall | null; readonly breakEven: number | null } {
  const models = useQuery(modelFiguresQuery).data;
  const all = useQuery(publicQuery<RecordOverall>(recordPaths.overall)).data;
  const payout = useSiteSettings()?.payout;
  return {
    overall: models && all ? getOverall(models, all) : null,
    breakEven: payout === undefined ? null : getBreakEven(payout),
  };
}

function getOverall(models: readonly ModelFigures[], all: RecordOverall): Overall {
  return {
    total: all.total,
    interval: all.low === null || all.high === null ? null : { low: all.low, high: all.high },
    proven: models.filter(({ rank, low, breakEven }) => rank !== null && low !== null && low > breakEven).length,
    models: models.length,
  };
}
