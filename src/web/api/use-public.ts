import { startTransition, useEffect, useState } from 'react';
import { nextTask } from './next-task.ts';
import { readPublic } from './read-public.ts';

export interface Read<Answer> {
  /** Of the path before, while the one that is wanted is on its way. */
  readonly data: Answer | null;
  readonly isWaiting: boolean;
  /** Why the newest did not come; null: it did, or is on its way. */
  readonly fault: unknown;
  again(): void;
}

interface State<Answer> {
  /** What `data` and `fault` are of; null: nothing was read yet. */
  readonly path: string | null;
  readonly data: Answer | null;
  readonly fault: unknown;
}

/** What anybody may read, once the page is in a browser. */
export function usePublic<Answer>(path: string): Read<Answer> {
  const [state, setState] = useState<State<Answer>>({ path: null, data: null, fault: null });
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    const stop = new AbortController();
    // Asked in a task of its own, drawn in slices: much may stand on an answer, and a person may be pressing something.
    nextTask()
      .then(() => readPublic<Answer>(path, stop.signal))
      .then((data) => startTransition(() => setState({ path, data, fault: null })))
      .catch((fault: unknown) => {
        if (!stop.signal.aborted) setState(({ data }) => ({ path, data, fault }));
      });
    return () => stop.abort();
  }, [path, attempt]);
  return {
    data: state.data,
    isWaiting: state.path !== path,
    fault: state.path === path ? state.fault : null,
    again: () => {
      setState(({ data }) => ({ path: null, data, fault: null }));
      setAttempt((before) => before + 1);
    },
  };
}
