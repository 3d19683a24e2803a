import { useQuery } from '@tanstack/react-query';
import type { ModelFigures } from '#contract/record.ts';
import { minuteMs } from '#domain/time.ts';
import { getModelFigures } from '#web/api/auto-run-calls.ts';

/** Figures of every model from the record; undefined until the first response. */
export const useModelFigures = (): readonly ModelFigures[] | undefined =>
  useQuery({ queryKey: ['record', 'models'], queryFn: getModelFigures, staleTime: minuteMs }).data;
