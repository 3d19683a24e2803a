import { startTransition, useEffect, useState } from 'react';
import { getJson } from './request.ts';
import type { Read } from './use-read.ts';

interface State<Answer> {
  /** The request that `data` and `error` belong to; null: nothing was loaded yet. */
  readonly request: string | null;
  readonly data: Answer | null;
  readonly error: Error | null;
}

interface Reader {
  /** The user whose token is sent; a change reads again. */
  readonly userId?: string | null;
  /** False: not requested yet. */
  readonly isEnabled?: boolean;
}

/**
 * `useRead` of the public pages, which load no cache: loads once the page runs in a
 * browser. A refetch keeps loaded data, clears the error, and is `isWaiting`.
 */
export function usePublicRead<Answer>(path: string, { userId = null, isEnabled = true }: Reader = {}): Read<Answer> {
  const [state, setState] = useState<State<Answer>>({ request: null, data: null, error: null });
  const [attempt, setAttempt] = useState(0);
  const request = `${path} ${userId}`;
  useEffect(() => {
    if (!isEnabled) return undefined;
    const stop = new AbortController();
    // Runs in a separate task and renders as a transition: the update may be large, and the user
    // may be interacting.
    nextTask()
      .then(() => getJson<Answer>(path, { abort: stop.signal, anonymous: userId === null }))
      .then((data) => startTransition(() => setState({ request, data, error: null })))
      .catch((error: Error) => {
        if (!stop.signal.aborted) setState(({ data }) => ({ request, data, error }));
      });
    return () => stop.abort();
  }, [path, userId, isEnabled, request, attempt]);
  return {
    data: state.data,
    isWaiting: state.request !== request,
    error: state.request === request ? state.error : null,
    refetch: () => {
      setState(({ data }) => ({ request: null, data, error: null }));
      setAttempt((before) => before + 1);
    },
  };
}

/** Yields to the browser, so that it can handle input or paint first. */
const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
