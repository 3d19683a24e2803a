import { useQueryClient, useQuery } from '@tanstack/react-query';
import type { AutoRun } from '#contract/signals.ts';
import { ApiError } from '#web/api/api-error.ts';
import { serverClock } from '#web/api/server-clock.ts';
import { getAutoRun, startAutoRun, stopAutoRun } from '#web/api/calls/auto-run-calls.ts';
import { useEvent, useStreamReturn } from '#web/api/event-hub.ts';
import { useStored, writeStored } from '#web/storage/stored.ts';
import { isAboutAccess } from '../search.ts';
import { traderCheckKey } from '../access/use-access.ts';
import type { ChoiceRequest } from '../signal-request.ts';
import { type AutomaticLimits, saveLimits } from './automatic-limits.ts';

export interface Automatic {
  /** The running run, or one that stopped by itself and was not dismissed yet; null: neither. */
  readonly run: AutoRun | null;
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
    queryFn: getAutoRun,
    staleTime: 0,
    // Events may be lost: polls when the run is overdue.
    refetchInterval: ({ state }) => (isOverdue(state.data ?? null) ? 5_000 : false),
  });
  const cacheRun = (run: AutoRun | null): void => void queries.setQueryData(key, run);
  useEvent('session', cacheRun);
  useStreamReturn(() => void queries.invalidateQueries({ queryKey: key }));
  const run = data && isOfInterest(data, seen) ? data : null;

  const start = async (request: ChoiceRequest, limits: AutomaticLimits): Promise<void> => {
    const { model, interval, symbol } = request;
    try {
      cacheRun(await startAutoRun({ aiModel: model, interval, ...(symbol && { symbol }), ...limits }));
    } catch (error) {
      // A required step has its own screen, which this check leads to.
      if (error instanceof ApiError && isAboutAccess(error.code))
        void queries.invalidateQueries({ queryKey: traderCheckKey });
      throw error;
    }
    saveLimits(limits);
  };
  return {
    run,
    isRunning: run !== null && run.state !== 'stopped',
    start,
    limit: async (limits) => {
      if (!run) return;
      const { aiModel, interval, symbol } = run;
      await start({ kind: 'choice', model: aiModel, interval, symbol }, limits);
    },
    stop: async () => {
      await stopAutoRun();
      cacheRun(null);
    },
    dismiss: () => run && writeStored('sessionSeen', run.id),
  };
}

/** A stop or replacement by the user needs no notification. */
const isOfInterest = ({ id, state, stopReason }: AutoRun, seen: string | null): boolean =>
  state !== 'stopped' || (stopReason !== 'user' && stopReason !== 'replaced' && id !== seen);

function isOverdue(run: AutoRun | null): boolean {
  if (!run?.nextSignalAt || run.state === 'stopped') return false;
  return Date.parse(run.nextSignalAt) + 2_000 < serverClock.now();
}
