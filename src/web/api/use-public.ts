import { startTransition, useEffect, useState } from 'react';
import { nextTask } from './next-task.ts';
import { readPublic } from './read-public.ts';

export interface Read<Answer> {
  /** Of the path before, while the one that is wanted is on its way. */
  readonly data: Answer | null;
  readonly isWaiting: boolean;
  /** Why the newest did not come; null: it did, or is on its way. */
  readonly error: unknown;
  again(): void;
}

interface State<Answer> {
  /** What `data` and `error` are of; null: nothing was read yet. */
  readonly path: string | null;
  readonly data: Answer | null;
  readonly error: unknown;
}

/** What anybody may read, once the page is in a browser. */
export function usePublic<Answer>(path: string): Read<Answer> {
  const [state, setState] = useState<State<Answer>>({ path: null, data: null, error: null });
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    const stop = new AbortController();
    // Asked in a task of its own, drawn in slices: much may stand on an answer, and a person may be pressing something.
    nextTask()
      .then(() => readPublic<Answer>(path, stop.signal))
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
