import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { SignalSession } from '#contract/signals.ts';
import { ApiError } from '#web/api/api-error.ts';
import { serverClock } from '#web/api/server-clock.ts';
import { getSignalSession, startSignalSession, stopSignalSession } from '#web/api/session-calls.ts';
import { useEvent } from '#web/api/use-event.ts';
import { useStreamReturn } from '#web/api/use-stream-return.ts';
import { writeStored } from '#web/storage/stored.ts';
import { useStored } from '#web/storage/use-stored.ts';
import { isAboutAccess } from '../search.ts';
import { traderCheckKey } from '../access/use-access.ts';
import type { ChoiceRequest } from '../signal-request.ts';
import { type AutomaticLimits, saveLimits } from './automatic-limits.ts';

export interface Automatic {
  /** The running run, or one that stopped by itself and was not dismissed yet; null: neither. */
  readonly session: SignalSession | null;
  readonly isRunning: boolean;
  start(request: ChoiceRequest, limits: AutomaticLimits): Promise<void>;
  /** Changes the limits of the same run. */
  limit(limits: AutomaticLimits): Promise<void>;
  stop(): Promise<void>;
  /** Called when the user has read the reason for the stop. */
  dismiss(): void;
}

/** Executed by the server: every tab and device shows the same run, and none has to stay open. */
export function useAutomatic(userId: string): Automatic {
  const queries = useQueryClient();
  const key = ['signal-session', userId];
  const seen = useStored('sessionSeen');
  const { data } = useQuery({
    queryKey: key,
    queryFn: getSignalSession,
    staleTime: 0,
    // Events may be lost: polls when the run is overdue.
    refetchInterval: ({ state }) => (isOverdue(state.data ?? null) ? 5_000 : false),
  });
  const keep = (session: SignalSession | null): void => void queries.setQueryData(key, session);
  useEvent('session', keep);
  useStreamReturn(() => void queries.invalidateQueries({ queryKey: key }));
  const session = data && isOfInterest(data, seen) ? data : null;

  const start = async (request: ChoiceRequest, limits: AutomaticLimits): Promise<void> => {
    const { model, interval, symbol } = request;
    try {
      keep(await startSignalSession({ aiModel: model, interval, ...(symbol && { symbol }), ...limits }));
    } catch (error) {
      // A required step has its own screen, which this check leads to.
      if (error instanceof ApiError && isAboutAccess(error.code))
        void queries.invalidateQueries({ queryKey: traderCheckKey });
      throw error;
    }
    saveLimits(limits);
  };
  return {
    session,
    isRunning: session !== null && session.state !== 'stopped',
    start,
    limit: async (limits) => {
      if (!session) return;
      const { aiModel, interval, symbol } = session;
      await start({ kind: 'choice', model: aiModel, interval, symbol }, limits);
    },
    stop: async () => {
      await stopSignalSession();
      keep(null);
    },
    dismiss: () => session && writeStored('sessionSeen', session.id),
  };
}

/** A stop or replacement by the user needs no notification. */
const isOfInterest = ({ id, state, stopReason }: SignalSession, seen: string | null): boolean =>
  state !== 'stopped' || (stopReason !== 'user' && stopReason !== 'replaced' && id !== seen);

function isOverdue(session: SignalSession | null): boolean {
  if (!session?.nextSignalAt || session.state === 'stopped') return false;
  return Date.parse(session.nextSignalAt) + 2_000 < serverClock.now();
}
