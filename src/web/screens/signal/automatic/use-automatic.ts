import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { SignalSession } from '#contract/signals.ts';
import { ApiError } from '../../../api/api-error.ts';
import { serverClock } from '../../../api/server-clock.ts';
import { getSignalSession, startSignalSession, stopSignalSession } from '../../../api/session-calls.ts';
import { useEvent } from '../../../api/use-event.ts';
import { useStreamReturn } from '../../../api/use-stream-return.ts';
import { writeStored } from '../../../storage/stored.ts';
import { useStored } from '../../../storage/use-stored.ts';
import { isAboutAccess } from '../search.ts';
import { traderCheckKey } from '../use-access.ts';
import type { ChoiceRequest } from '../signal-request.ts';
import { type AutomaticLimits, saveLimits } from './automatic-limits.ts';

export interface Automatic {
  /** One that runs, or one that stopped by itself and has not been read about; null: neither. */
  readonly session: SignalSession | null;
  readonly isRunning: boolean;
  start(request: ChoiceRequest, limits: AutomaticLimits): Promise<void>;
  /** The same session under other limits. */
  limit(limits: AutomaticLimits): Promise<void>;
  stop(): Promise<void>;
  /** The reason it stopped has been read. */
  dismiss(): void;
}

/** The server runs it: every tab and device sees the same one, and none of them has to stay open. */
export function useAutomatic(userId: string): Automatic {
  const queries = useQueryClient();
  const key = ['signal-session', userId];
  const seen = useStored('sessionSeen');
  const { data } = useQuery({
    queryKey: key,
    queryFn: getSignalSession,
    staleTime: 0,
    // Events may be missed; a session that should have moved on is asked for.
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
      // What a trader has to do first has a screen of its own, which this check leads to.
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

/** Who stopped it, or put another in its place, need not be told. */
const isOfInterest = ({ id, state, stopReason }: SignalSession, seen: string | null): boolean =>
  state !== 'stopped' || (stopReason !== 'user' && stopReason !== 'replaced' && id !== seen);

function isOverdue(session: SignalSession | null): boolean {
  if (!session?.nextSignalAt || session.state === 'stopped') return false;
  return Date.parse(session.nextSignalAt) + 2_000 < serverClock.now();
}
