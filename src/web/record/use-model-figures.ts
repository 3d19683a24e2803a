import { recordPaths } from '#contract/paths.ts';
import type { ModelFigures } from '#contract/record/record.ts';
import { getPublic } from '#web/api/request.ts';
import { useRead } from '#web/api/use-read.ts';

/** Figures of every model from the record, on pages of signed-in users; null until the first response. */
export const useModelFigures = (): readonly ModelFigures[] | null =>
  useRead(['record', 'models'], () => getPublic<ModelFigures[]>(recordPaths.models), { staleTime: 60_000 }).data;
