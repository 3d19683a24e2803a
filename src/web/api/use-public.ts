import { startTransition, useEffect, useState } from 'react';
import { nextTask } from './next-task.ts';
import { getPublic } from './request.ts';

export interface Read<Answer> {
  /** Data of the previous path while the current one is loading. */
  readonly data: Answer | null;
  readonly isWaiting: boolean;
  /** Error of the newest request; null: it succeeded or is in progress. */
  readonly error: unknown;
  again(): void;
}

interface State<Answer> {
  /** The path that `data` and `error` belong to; null: nothing was loaded yet. */
  readonly path: string | null;
  readonly data: Answer | null;
  readonly error: unknown;
}

/** Loads public data once the page runs in a browser. */
export function usePublic<Answer>(path: string): Read<Answer> {
  const [state, setState] = useState<State<Answer>>({ path: null, data: null, error: null });
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    const stop = new AbortController();
    // Runs in a separate task and renders as a transition: the update may be large, and the user
    // may be interacting.
    nextTask()
      .then(() => getPublic<Answer>(path, stop.signal))
      .then((data) => startTransition(() => setState({ path, data, error: null })))
      .catch((error: unknown) => {
        if (!stop.signal.aborted) setState(({ data }) => ({ path, data, error }));
      });
    return () => stop.abort();
  }, [path, attempt]);
  return {
    data: state.data,
    isWaiting: state.path !== path,
    error: state.path === path ? state.error : null,
    again: () => {
      setState(({ data }) => ({ path: null, data, error: null }));
      setAttempt((before) => before + 1);
    },
  };
}
