import { useState } from 'react';
import { useErrorText } from '#web/language/use-error-text.ts';
import { showError } from '#web/ui/toast.tsx';
import type { SignalFlow } from './use-signal-flow.ts';

/** Removes the shown signal from the lists; shows an error if that fails. */
export function useReset(flow: SignalFlow): { readonly isBusy: boolean; readonly reset: () => void } {
  const errorText = useErrorText();
  const [isBusy, setBusy] = useState(false);
  const reset = async (): Promise<void> => {
    if (!flow.shown) return;
    setBusy(true);
    await flow.reset(flow.shown).catch((error: unknown) => showError(errorText(error)));
    setBusy(false);
  };
  return { isBusy, reset: () => void (isBusy || reset()) };
}
