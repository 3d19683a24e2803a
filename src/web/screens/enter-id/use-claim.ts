import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { TraderCheck } from '#contract/traders.ts';
import { minuteMs } from '#domain/time.ts';
import { ApiError } from '#web/api/api-error.ts';
import { serverClock } from '#web/api/server-clock.ts';
import { call } from '#web/api/request.ts';
import { onProgress, publishProgress } from '#web/session/carried.ts';
import { checkSession, updateUser } from '#web/session/session-store.ts';

type RunningCheck = NonNullable<TraderCheck['check']>;

/** The server's latest response takes precedence over an earlier check. */
export type Claim =
  | { readonly kind: 'loading' }
  | { readonly kind: 'lost' }
  | { readonly kind: 'entering'; readonly traderId: string }
  | { readonly kind: 'checking'; readonly traderId: string; readonly check: RunningCheck | null }
  | { readonly kind: 'taken' | 'given_up'; readonly traderId: string }
  /** `reason`: of an administrator who refused the id; null: the broker does not know it. */
  | { readonly kind: 'not_found'; readonly traderId: string; readonly reason: string | null };

const checkKey = ['trader-check'] as const;
const pollMs = 3_000;
/** While an administrator or a list is awaited, which takes hours. */
const patientPollMs = 15_000;

/** The user's claim of a trader id: sent once, then polled while the server queries the broker. */
export function useClaim() {
  const queries = useQueryClient();
  const { data, error } = useQuery({
    queryKey: checkKey,
    queryFn: readCheck,
    staleTime: 0,
    gcTime: 0,
    refetchInterval: ({ state }) => getPollInterval(state.data),
  });
  /** Result of the last action on this page; null: none yet, the state from the server applies. */
  const [done, setDone] = useState<Claim | null>(null);

  const refetch = () => queries.invalidateQueries({ queryKey: checkKey });
  useEffect(() => onProgress(() => void queries.invalidateQueries({ queryKey: checkKey })), [queries]);
  const claim = async (traderId: string): Promise<void> => {
    try {
      updateUser((await call('POST /api/referral-id', { body: { referralId: traderId } })).user);
      publishProgress();
    } catch (failure) {
      setDone(await afterError(failure, traderId, refetch));
    }
  };
  /** Restarts a claim that has ended. */
  const retry = async (traderId: string): Promise<void> => {
    setDone({ kind: 'checking', traderId, check: null });
    await claim(traderId).catch(() => setDone({ kind: 'given_up', traderId }));
  };
  const change = (traderId: string): void => setDone({ kind: 'entering', traderId });

  const minBalance = data?.minBalance ?? null;
  return { claim: done ?? getClaim(data, error !== null), minBalance, send: claim, retry, change };
}

/** The user from the server takes precedence: a claim may have been confirmed in the background. */
async function readCheck(): Promise<TraderCheck> {
  const answer = await call('GET /api/trader/check');
  if (answer.user.referralId !== null) updateUser(answer.user);
  return answer;
}

function getPollInterval(answer: TraderCheck | undefined): number | false {
  if (answer?.check?.kind !== 'claim' || answer.check.nextAt === null) return false;
  return Date.parse(answer.check.nextAt) - serverClock.now() > 10 * minuteMs ? patientPollMs : pollMs;
}

function getClaim(answer: TraderCheck | undefined, isError: boolean): Claim {
  if (!answer) return { kind: isError ? 'lost' : 'loading' };
  const { check } = answer;
  if (check?.kind !== 'claim') return { kind: 'entering', traderId: '' };
  const { traderId, state, reason } = check;
  if (state === 'checking') return { kind: 'checking', traderId, check };
  if (state === 'not_found') return { kind: state, traderId, reason };
  return state === 'taken' || state === 'given_up' ? { kind: state, traderId } : { kind: 'entering', traderId: '' };
}

/** Null: the check state from the server applies. Errors of the form fields are rethrown. */
async function afterError(error: unknown, traderId: string, refetch: () => Promise<void>): Promise<Claim | null> {
  if (!(error instanceof ApiError)) throw error;
  if (error.code === 'trader_not_found') return { kind: 'not_found', traderId, reason: null };
  if (error.code === 'trader_taken') return { kind: 'taken', traderId };
  if (error.code === 'broker_unavailable') {
    await refetch();
    return null;
  }
  if (error.code === 'already_confirmed' && (await checkSession())) return null;
  throw error;
}
