import { isApiError } from './api-error.ts';
import { call } from './request.ts';

/** A signal that another tab has removed already is no error. `keepalive`: the page is being left. */
export const deleteSignal = (id: string, keepalive = false): Promise<void> =>
  call('DELETE /api/signal/delete/:id', { params: { id }, keepalive }).catch((error: unknown) => {
    if (!isApiError(error, 'signal_not_found') && !isApiError(error, 'not_found')) throw error;
  });
