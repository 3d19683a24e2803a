import type { ModelFigures } from '#contract/record/record.ts';
import { getModelFigures } from '#web/api/calls/auto-run-calls.ts';
import { useRead } from '#web/api/use-read.ts';

/** Figures of every model from the record; null until the first response. */
export const useModelFigures = (): readonly ModelFigures[] | null =>
  useRead(['record', 'models'], getModelFigures, { staleTime: 60_000 }).data;
