import { useEffect, useEffectEvent, useState } from 'react';
import type { Contest } from '#contract/contest.ts';
import { contestPaths } from '#contract/contest-paths.ts';
import { minuteMs } from '#domain/time.ts';
import { isApiError } from '#web/api/api-error.ts';
import { getJson } from '#web/api/request.ts';
import type { Session } from '#web/session/session-store.ts';

/** `off`: the operator runs no contest. */
export type ContestState =
  | { readonly kind: 'waiting' | 'off' | 'failed' }
  | { readonly kind: 'read'; readonly contest: Contest };

interface ReadContest {
  readonly state: ContestState;
  again(): void;
}

/** Trades arrive from the broker, and the draw has its own minute: polling shows both. */
const refreshMs = minuteMs;

/** Loads once the login session is known, and again when it changes. */
export function useContest(session: Session): ReadContest {
  const [state, setState] = useState<ContestState>({ kind: 'waiting' });
  const [attempt, setAttempt] = useState(0);
  const who = session.kind === 'in' ? session.user.id : session.kind;
  const fail = useEffectEvent((error: unknown) => {
    if (isApiError(error, 'contest_off')) setState({ kind: 'off' });
    // Keeps loaded data: a lost connection does not change what is shown.
    else if (state.kind !== 'read') setState({ kind: 'failed' });
  });
  useEffect(() => {
    if (who === 'unknown') return undefined;
    const stop = new AbortController();
    getJson<Contest>(contestPaths.contest, { abort: stop.signal })
      .then((contest) => setState({ kind: 'read', contest }))
      .catch((error: unknown) => {
        if (!stop.signal.aborted) fail(error);
      });
    return () => stop.abort();
  }, [who, attempt]);
  const isMoving = state.kind === 'read' && state.contest.state !== 'drawn';
  useEffect(() => {
    if (!isMoving) return undefined;
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') setAttempt((before) => before + 1);
    }, refreshMs);
    return () => clearInterval(timer);
  }, [isMoving]);
  return { state, again: () => setAttempt((before) => before + 1) };
}
