import { startTransition, useEffect, useState } from 'react';
import type { SignalRequest } from './signal-request.ts';

/** Long enough to be seen; a signal's entry takes longer. */
const shownMs = 1_200;

interface ShownSearch {
  /** The search that stays on the screen, whatever its response; null: none. */
  readonly request: SignalRequest | null;
  readonly start: (request: SignalRequest) => void;
  readonly end: () => void;
}

/** Shows a search for a moment from the press, even when its response comes at once. */
export function useShownSearch(): ShownSearch {
  const [watched, setWatched] = useState<{ readonly request: SignalRequest } | null>(null);
  useEffect(() => {
    if (!watched) return;
    // As a transition, so that a lazy view that follows shows no loader first.
    const timer = setTimeout(() => startTransition(() => setWatched(null)), shownMs);
    return () => clearTimeout(timer);
  }, [watched]);
  return {
    request: watched?.request ?? null,
    start: (request) => setWatched({ request }),
    end: () => setWatched(null),
  };
}
