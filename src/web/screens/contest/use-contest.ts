import { useEffect, useEffectEvent } from 'react';
import type { Contest } from '#contract/contest.ts';
import { contestPaths } from '#contract/paths.ts';
import { minuteMs } from '#domain/time.ts';
import { isApiError } from '#web/api/api-error.ts';
import { usePublicRead } from '#web/api/use-public-read.ts';
import type { Session } from '#web/session/session-store.ts';

/** `off`: the operator runs no contest. */
export type ContestState =
  | { readonly kind: 'waiting' | 'off' | 'failed' }
  | { readonly kind: 'read'; readonly contest: Contest };

interface ReadContest {
  readonly state: ContestState;
  refetch(): void;
}

/** Trades arrive from the broker, and the draw has its own minute: polling shows both. */
const refreshMs = minuteMs;

/** Loads once the login session is known, and again when it changes. */
export function useContest(session: Session): ReadContest {
  const { data, error, refetch } = usePublicRead<Contest>(contestPaths.contest, {
    userId: session.kind === 'in' ? session.user.id : null,
    isEnabled: session.kind !== 'unknown',
  });
  const isMoving = data !== null && data.state !== 'drawn';
  const refresh = useEffectEvent(() => {
    if (document.visibilityState === 'visible') refetch();
  });
  useEffect(() => {
    if (!isMoving) return undefined;
    const timer = setInterval(() => refresh(), refreshMs);
    return () => clearInterval(timer);
  }, [isMoving]);
  return { state: getState(data, error), refetch };
}

/** A lost connection does not change what is shown. */
function getState(contest: Contest | null, error: Error | null): ContestState {
  if (isApiError(error, 'contest_off')) return { kind: 'off' };
  if (contest) return { kind: 'read', contest };
  return { kind: error ? 'failed' : 'waiting' };
}
