import { queryOptions } from '@tanstack/react-query';
import { signalPaths } from '#contract/paths.ts';
import type { SymbolInfo } from '#contract/signals.ts';
import { isApiError } from '../api-error.ts';
import { fillPath, getJson, sendRequest } from '../request.ts';

/** A signal that another tab has removed already is no error. `isLeaving`: the page is being left. */
export const deleteSignal = (id: string, isLeaving = false): Promise<void> =>
  sendRequest(fillPath(signalPaths.deleteSignal, id), { method: 'DELETE', keepalive: isLeaving }).catch(
    (error: unknown) => {
      if (!isApiError(error, 'signal_not_found') && !isApiError(error, 'not_found')) throw error;
    },
  );

export const symbolsQuery = queryOptions({
  queryKey: ['symbols'],
  queryFn: () => getJson<SymbolInfo[]>(signalPaths.symbols),
});
