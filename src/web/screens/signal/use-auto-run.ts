import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { AutoRun } from '#contract/signals.ts';
import { autoRunLimits } from '#domain/signals/limits.ts';
import { ApiError } from '#web/api/api-error.ts';
import { useEvent, useStreamReturn } from '#web/api/event-hub.ts';
import { call } from '#web/api/request.ts';
import { serverClock } from '#web/api/server-clock.ts';
import { readStored, useStored, writeStored } from '#web/storage/stored.ts';
import { traderCheckKey } from './access/use-access.ts';
import { type ChoiceRequest, isAboutAccess, type RunMode } from './signal-request.ts';

export interface AutoRunFlow {
  /** The running run, or one that ended by itself and was not dismissed yet; null: neither. */
  readonly run: AutoRun | null;
  readonly isRunning: boolean;
  /** Starts a run, or replaces the running one. */
  start(request: ChoiceRequest, mode: RunMode): Promise<void>;
  stop(): Promise<void>;
  /** Called when the user has read how the run ended. */
  dismiss(): void;
}

/** Executed by the server: every tab and device shows the same run, and none has to stay open. */
export function useAutoRun(userId: string): AutoRunFlow {
  const queries = useQueryClient();
  const key = ['auto-run', userId];
  const seen = useStored('autoRunSeen');
  const { data } = useQuery({
    queryKey: key,
    queryFn: async () => (await call('GET /api/signal/session')).session,
    staleTime: 0,
    // Events may be lost: polls when the run is overdue.
    refetchInterval: ({ state }) => (isOverdue(state.data ?? null) ? 5_000 : false),
  });
  const cacheRun = (run: AutoRun | null): void => void queries.setQueryData(key, run);
  useEvent('session', cacheRun);
  useStreamReturn(() => void queries.invalidateQueries({ queryKey: key }));
  const run = data && isOfInterest(data, seen) ? data : null;

  const start = async (request: ChoiceRequest, { take, isRepeated, limits }: RunMode): Promise<void> => {
    const { model, interval, symbol } = request;
    const isEndless = take && isRepeated;
    const body = { aiModel: model, interval, ...(symbol && { symbol }), take, ...(isEndless ? limits : { count: 1 }) };
    try {
      cacheRun((await call('POST /api/signal/start', { body })).session);
    } catch (error) {
      // A required step has its own screen, which this check leads to.
      if (error instanceof ApiError && isAboutAccess(error.code))
        void queries.invalidateQueries({ queryKey: traderCheckKey });
      throw error;
    }
    if (isEndless) saveLimits(limits);
  };
  return {
    run,
    isRunning: run !== null && run.state !== 'stopped',
    start,
    stop: async () => {
      await call('POST /api/signal/stop');
      cacheRun(null);
    },
    dismiss: () => run && writeStored('autoRunSeen', run.id),
  };
}

/** An end that the trader caused needs no message; an announced forecast is shown while it holds. */
function isOfInterest({ id, state, stopReason, found }: AutoRun, seen: string | null): boolean {
  if (state !== 'stopped') return true;
  if (stopReason === 'found') return found !== null && Date.parse(found.until) > serverClock.now();
  return stopReason !== 'user' && stopReason !== 'replaced' && id !== seen;
}

function isOverdue(run: AutoRun | null): boolean {
  if (!run?.nextSignalAt || run.state === 'stopped') return false;
  return Date.parse(run.nextSignalAt) + 2_000 < serverClock.now();
}

/** Options within the limits of the server; a custom value is added to them. */
const offered = { stopAfterLosses: [1, 2, 3, 5], dailyLimit: [5, 10, 20, 50] } as const;

export const toChoices = (name: keyof RunMode['limits'], chosen: number): readonly number[] =>
  [...new Set([...offered[name], chosen])].toSorted((a, b) => a - b);

/** The mode of a watch that nobody has changed. */
export const firstMode = (): RunMode => ({ take: false, isRepeated: false, limits: savedLimits() });

/** Last selection in this browser; both limits are on by default. */
function savedLimits(): RunMode['limits'] {
  const saved = readStored('autoRunLimits');
  return {
    stopAfterLosses: allowed('stopAfterLosses', saved?.stopAfterLosses),
    dailyLimit: allowed('dailyLimit', saved?.dailyLimit),
  };
}

const saveLimits = (limits: RunMode['limits']): void => writeStored('autoRunLimits', limits);

function allowed(name: keyof RunMode['limits'], value: number | undefined): number {
  const { min, max, default: fallback } = autoRunLimits[name];
  return value !== undefined && Number.isInteger(value) && value >= min && value <= max ? value : fallback;
}
