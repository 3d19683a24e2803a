import { useErrorToast } from '#web/ui/feedback/toast.tsx';
import type { SignalFlow } from './use-signal-flow.ts';
import { useAction } from '#web/api/use-action.ts';

/** Removes the shown signal from the lists; shows an error if that fails. */
export function useReset(flow: SignalFlow): { readonly isBusy: boolean; readonly reset: () => void } {
  const { run, isBusy } = useAction(async () => flow.shown && flow.reset(flow.shown), useErrorToast());
  return { isBusy, reset: () => void run() };
}
