import { useQuery } from '@tanstack/react-query';
import type { ModelFigures } from '#contract/record.ts';
import { getModelFigures } from '../../api/session-calls.ts';

/** What the record says of every model; undefined until it has answered once. */
export const useModelFigures = (): readonly ModelFigures[] | undefined =>
  useQuery({ queryKey: ['record', 'models'], queryFn: getModelFigures, staleTime: 60_000 }).data;
