import { useState } from 'react';
import { useProblemText } from '../../language/use-problem-text.ts';
import { showError } from '../../ui/toast.tsx';
import type { SignalDesk } from './signal-desk.ts';

/** Takes the shown signal off the lists; says so where it cannot. */
export function useReset(desk: SignalDesk): { readonly isBusy: boolean; readonly reset: () => void } {
  const problemText = useProblemText();
  const [isBusy, setBusy] = useState(false);
  const reset = async (): Promise<void> => {
    if (!desk.shown) return;
    setBusy(true);
    await desk.reset(desk.shown).catch((error: unknown) => showError(problemText(error)));
    setBusy(false);
  };
  return { isBusy, reset: () => void (isBusy || reset()) };
}
