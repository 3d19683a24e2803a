import type { SecondFactor } from '#contract/second-factor.ts';
import { isApiError } from '../api/api-error.ts';
import { getSecondFactor } from '../api/calls/second-factor-calls.ts';

/** A confirmation that the user is asked for; the dialog is in the layout. */
export interface PendingConfirmation {
  readonly factor: SecondFactor;
  readonly settle: (isConfirmed: boolean) => void;
}

let pending: PendingConfirmation | null = null;
let asking: Promise<boolean> | null = null;
const listeners = new Set<() => void>();

export const pendingConfirmation = (): PendingConfirmation | null => pending;

export function onConfirmation(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Repeats a grave action once the user has confirmed it; the server's error stands if they do not.
 */
export async function confirming<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  try {
    return await call();
  } catch (error) {
    if (!isApiError(error, 'confirmation_required')) throw error;
    asking ??= ask().finally(() => (asking = null));
    if (!(await asking)) throw error;
    return call();
  }
}

async function ask(): Promise<boolean> {
  const factor = await getSecondFactor();
  return new Promise((resolve) => {
    const own: PendingConfirmation = {
      factor,
      settle: (isConfirmed) => {
        if (pending === own) set(null);
        resolve(isConfirmed);
      },
    };
    set(own);
  });
}

function set(next: PendingConfirmation | null): void {
  pending = next;
  for (const listener of listeners) listener();
}
