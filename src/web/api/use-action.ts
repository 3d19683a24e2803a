import { useRef, useState } from 'react';

export interface Action<Args extends readonly unknown[]> {
  /** A failure becomes `error` instead of a rejection; a call during another one is ignored. */
  run(...args: Args): Promise<void>;
  readonly isBusy: boolean;
  /** Error of the last call; null: it succeeded, or is in progress. */
  readonly error: unknown;
}

/** Sent once however often the button is pressed. Busy until `onError` has resolved. */
export function useAction<Args extends readonly unknown[]>(
  act: (...args: Args) => Promise<unknown>,
  onError?: (error: unknown) => unknown,
): Action<Args> {
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const isRunning = useRef(false);
  const run = async (...args: Args): Promise<void> => {
    if (isRunning.current) return;
    isRunning.current = true;
    setIsBusy(true);
    setError(null);
    try {
      await act(...args);
    } catch (failure) {
      setError(failure);
      await onError?.(failure);
    } finally {
      isRunning.current = false;
      setIsBusy(false);
    }
  };
  return { run, isBusy, error };
}
