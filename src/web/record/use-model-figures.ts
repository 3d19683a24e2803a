import { useQuery } from '@tanstack/react-query';
import { recordPaths } from '#contract/paths.ts';
import type { ModelFigures } from '#contract/record/record.ts';
import { getPublic } from '#web/api/request.ts';
import { useRead } from '#web/api/use-read.ts';

const key = ['record', 'models'];
const listFigures = (): Promise<ModelFigures[]> => getPublic(recordPaths.models);

/** Figures of every model from the record, on pages of signed-in users; null until the first response. */
export const useModelFigures = (): readonly ModelFigures[] | null =>
  useRead(key, listFigures, { staleTime: 60_000 }).data;

/** True until the first response or error, so that what depends on it appears in its final order. */
export function useAreModelFiguresLoading(): boolean {
  const { isPending, errorUpdateCount } = useQuery({ queryKey: key, queryFn: listFigures, enabled: false });
  return isPending && errorUpdateCount === 0;
}
