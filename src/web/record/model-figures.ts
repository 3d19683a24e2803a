import { useQuery } from '@tanstack/react-query';
import { recordPaths } from '#contract/paths.ts';
import type { ModelFigures } from '#contract/record/record.ts';
import type { RecordSummary } from '#contract/record/views.ts';
import { getPublic } from '#web/api/request.ts';
import { useRead } from '#web/api/use-read.ts';
import type { Formats } from '#web/language/formats.ts';

const key = ['record', 'models'];
const listFigures = (): Promise<ModelFigures[]> => getPublic(recordPaths.models);

/** Figures of every model from the record, on pages of signed-in users; null until the first response. */
export const useModelFigures = (): readonly ModelFigures[] | null =>
  useRead(key, listFigures, { staleTime: 60_000 }).data;

/** True until the first response or error, so that lists appear in their final order. */
export function useAreModelFiguresLoading(): boolean {
  const { isPending, errorUpdateCount } = useQuery({ queryKey: key, queryFn: listFigures, enabled: false });
  return isPending && errorUpdateCount === 0;
}

/** Context of the record's figures, on pages of signed-in users; null until the first response. */
export const useRecordSummary = (): RecordSummary | null =>
  useRead(['record', 'summary'], () => getPublic<RecordSummary>(recordPaths.summary), { staleTime: 60_000 }).data;

/** Never rounds up to 100 %: a model that has issued a forecast is not silent. */
export const silentShare = (f: Pick<Formats, 'percent'>, share: number): string =>
  share > 0.99 && share < 1 ? f.percent(Math.floor(share * 1_000) / 1_000, 1) : f.percent(share);
