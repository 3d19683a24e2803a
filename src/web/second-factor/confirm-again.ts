import { queryOptions } from '@tanstack/react-query';
import type { SecondFactor } from '#contract/second-factor.ts';
import { isApiError } from '../api/api-error.ts';
import { callQuery } from '../api/queries.ts';
import { call } from '../api/request.ts';
import { createStore } from '../create-store.ts';

export const secondFactorQuery = queryOptions({ ...callQuery('GET /api/second-factor'), staleTime: 0 });

/** A confirmation that the user is asked for; the dialog is in the layout. */
interface PendingConfirmation {
  readonly factor: SecondFactor;
  readonly settle: (isConfirmed: boolean) => void;
}

export const pendingConfirmation = createStore<PendingConfirmation | null>(null);

let asking: Promise<boolean> | null = null;

/** Repeats a grave action after the user's confirmation; otherwise its error stands. */
export async function confirming<Answer>(act: () => Promise<Answer>): Promise<Answer> {
  try {
    return await act();
  } catch (error) {
    if (!isApiError(error, 'confirmation_required')) throw error;
    asking ??= ask().finally(() => (asking = null));
    if (!(await asking)) throw error;
    return act();
  }
}

async function ask(): Promise<boolean> {
  const factor = await call('GET /api/second-factor');
  return new Promise((resolve) => {
    const own: PendingConfirmation = {
      factor,
      settle: (isConfirmed) => {
        if (pendingConfirmation.get() === own) pendingConfirmation.set(null);
        resolve(isConfirmed);
      },
    };
    pendingConfirmation.set(own);
  });
}
