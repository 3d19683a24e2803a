import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { User } from '#contract/accounts.ts';
import type { AutoRun, Signal } from '#contract/signals.ts';
import { isLlmModelKey } from '#domain/signals/ai-model.ts';
import { ApiError, connectionCodes } from '#web/api/api-error.ts';
import { useEvent, useStreamReturn } from '#web/api/event-hub.ts';
import { call } from '#web/api/request.ts';
import { serverClock } from '#web/api/server-clock.ts';
import { useErrorText } from '#web/language/use-error-text.ts';
import { endSession } from '#web/session/session-store.ts';
import { workingStatsQuery } from '#web/session/working-stats.ts';
import { readStored, writeStored } from '#web/storage/stored.ts';
import { showError, useToastAction } from '#web/ui/feedback/toast.tsx';
import {
  activeSignalIn,
  isResultOver,
  recentSymbols,
  resultShownUntil,
  saveRecentSignal,
  withoutReset,
  withSignal,
} from './signal-list.ts';
import {
  isAboutAccess,
  type RunMode,
  type Search,
  toChoice,
  type SignalRequest,
  type Watch,
} from './signal-request.ts';
import { type AutoRunFlow, firstMode, useAutoRun } from './use-auto-run.ts';
import { usePendingReset } from './use-pending-reset.ts';

export interface SignalFlow {
  readonly isLoading: boolean;
  readonly loadingError: Error | null;
  readonly signals: readonly Signal[];
  /** The current signal: the active one, otherwise the last one shown until it is dismissed or another is asked for. */
  readonly shown: Signal | null;
  readonly search: Search;
  /** Asks for a signal, and where nothing has an edge watches for one. */
  readonly find: (request: SignalRequest, mode?: RunMode) => void;
  readonly autoRun: AutoRunFlow;
  /** The watch of the server or of this page, also while it is being started; null: none. */
  readonly watching: Watch | null;
  /** Starts a watch, or replaces the present one. */
  readonly watch: (watch: Watch) => void;
  readonly dismiss: () => void;
  /** Removes the signal from the user's lists, for ten seconds only from the page; the record keeps it. */
  readonly reset: (signal: Signal) => void;
  /** Restores the signal that was reset; null: too late, or none was. */
  readonly undo: (() => void) | null;
}

/** Reset during this visit: a late event, or a list requested earlier, must not restore them. */
const resetIds = new Set<string>();

/** The list is the source of truth; events and responses only update it. */
export function useSignalFlow(user: User): SignalFlow {
  const queries = useQueryClient();
  const key = ['signals', user.id];
  const [shownId, setShownId] = useState(() => readStored('signal')?.id ?? null);
  const [search, setSearch] = useState<Search>({ kind: 'none-yet' });
  const errorText = useErrorText();
  const running = useRef<AbortController | null>(null);
  const autoRun = useAutoRun(user.id);
  const [starting, setStarting] = useState<Watch | null>(null);
  const start = useToastAction(async (next: Watch) => {
    setStarting(next);
    await autoRun.start(next.request, next.mode).finally(() => setStarting(null));
  });
  const leave = useToastAction(autoRun.stop);

  const listOwn = async (): Promise<readonly Signal[]> => withoutReset(await listSignals(user.id), resetIds);
  const list = useQuery({
    queryKey: key,
    queryFn: listOwn,
    // Stream events may be missed, so a signal that should have changed state is polled.
    refetchInterval: ({ state }) => (isOverdue(activeSignalIn(state.data ?? [])) ? 2_000 : false),
  });
  const cacheSignal = (signal: Signal): void => {
    queries.setQueryData<readonly Signal[]>(key, (signals = []) => withSignal(signals, signal, resetIds));
  };
  useEvent('signal', (signal) => {
    cacheSignal(signal);
    // Signals of an auto run or of another device count towards the twenty minutes as well.
    if (!resetIds.has(signal.id)) saveRecentSignal(signal, Date.parse(signal.time));
  });
  useEvent('result', cacheSignal);
  const refetch = (): void => void queries.invalidateQueries({ queryKey: key });
  useOtherTabs(refetch);
  useStreamReturn(refetch);
  useEffect(() => () => running.current?.abort(), []);

  const signals = list.data ?? [];
  const active = activeSignalIn(signals);
  const newest = active ?? signals.find(({ id }) => id === shownId) ?? null;
  const shown = newest && isResultOver(newest, serverClock.now()) ? null : newest;
  useResultEnd(shown, () => {
    writeStored('signal', null);
    setShownId(null);
  });
  // An active signal is shown and stays after its settlement, so the reason of an earlier failed
  // search is cleared.
  if (active && active.id !== shownId) setShownId(active.id);
  if (active && search.kind !== 'none-yet' && search.kind !== 'searching') setSearch({ kind: 'none-yet' });

  const resetting = usePendingReset((signal) => {
    resetIds.delete(signal.id);
    cacheSignal(signal);
    setShownId(signal.id);
    refetch();
  });

  const show = (signal: Signal): void => {
    cacheSignal(signal);
    saveRecentSignal(signal, serverClock.now());
    setShownId(signal.id);
    setSearch({ kind: 'none-yet' });
  };

  const handleError = (request: SignalRequest, mode: RunMode, apiError: ApiError): void => {
    if (apiError.code === 'unauthenticated') return endSession();
    if (apiError.code === 'market_closed') void queries.refetchQueries(workingStatsQuery);
    // The list contains the active signal, or the one whose response was lost.
    if (apiError.code === 'signal_active' || isOfConnection(apiError)) refetch();
    // Consent to a chase is valid once, so its error leads back to the result.
    if (request.kind === 'chase') {
      showError(errorText(apiError));
      return setSearch({ kind: 'none-yet' });
    }
    setSearch(searchAfter({ request, mode }, apiError, serverClock.now()));
  };

  const find = async (request: SignalRequest, mode: RunMode): Promise<void> => {
    running.current?.abort();
    const abort = new AbortController();
    running.current = abort;
    setSearch({ kind: 'searching', request, found: null });
    await resetting.send();
    const signal = await requestSignal(request, abort.signal).catch((error: unknown) => {
      if (!abort.signal.aborted)
        handleError(request, mode, error instanceof ApiError ? error : new ApiError({ code: 'unreadable' }));
      return null;
    });
    if (!signal) return;
    // The needles of the card fold to the direction before the signal takes its place.
    setSearch({ kind: 'searching', request, found: signal });
    if (request.kind === 'choice') await pause(foldMs());
    if (!abort.signal.aborted) show(signal);
  };

  const watch = ({ request, mode }: Watch): void => {
    if (isOfServer({ request, mode })) return void start.run({ request, mode });
    running.current?.abort();
    setSearch({ kind: 'watching', request, mode });
    if (autoRun.isRunning) void leave.run();
  };
  const startAfterSearch = useEffectEvent(() => {
    if (search.kind === 'no-signal' && !autoRun.isRunning) void start.run(search);
  });
  useEffect(() => startAfterSearch(), [search]);

  const dismiss = (): void => {
    running.current?.abort();
    writeStored('signal', null);
    setShownId(null);
    setSearch({ kind: 'none-yet' });
  };

  return {
    isLoading: list.isPending,
    loadingError: list.error,
    signals,
    shown: isResultLeft(search) ? null : shown,
    search,
    find: (request, mode = firstMode()) => void find(request, mode),
    autoRun,
    watching:
      starting ??
      (autoRun.isRunning && autoRun.run ? toWatch(autoRun.run) : search.kind === 'watching' ? search : null),
    watch,
    dismiss,
    reset: (signal) => {
      resetIds.add(signal.id);
      // The next request excludes its pair, wherever the signal was issued.
      saveRecentSignal(signal, serverClock.now());
      queries.setQueryData<readonly Signal[]>(key, (known = []) => withoutReset(known, resetIds));
      dismiss();
      resetting.start(signal);
    },
    undo: resetting.signal && resetting.undo,
  };
}

/** The state after an error, the same for every button. */
export function searchAfter({ request, mode }: Watch, apiError: ApiError, now: number): Search {
  if (apiError.code !== 'no_signal')
    return { kind: 'refused', request, at: now, apiError, isAboutAccess: isAboutAccess(apiError.code) };
  const { model, interval, symbol } = request;
  // An edge is watched for, also where practice was asked for.
  const watch = { request: { ...toChoice(model, interval), symbol }, mode };
  return { kind: isOfServer(watch) ? 'no-signal' : 'watching', ...watch };
}

/** Only the server can ring, take a signal, and watch a model that answers on request. */
const isOfServer = ({ request, mode }: Watch): boolean =>
  mode.take || readStored('ring') !== 'off' || isLlmModelKey(request.model);

/** The watch that a run is, whichever device has started it. */
const toWatch = ({ aiModel, interval, symbol, take, count, limits }: AutoRun): Watch => ({
  request: { ...toChoice(aiModel, interval), symbol },
  mode: { take, isRepeated: count === null, limits },
});

/** A chase is requested from the result, which stays until the server answers. */
export const isResultLeft = (search: Search): boolean =>
  search.kind === 'searching' ? search.request.kind === 'choice' : search.kind !== 'none-yet';

/** The end of the needles' fold (styles/live-card.css); no motion, no wait. */
const foldMs = (): number =>
  matchMedia('(prefers-reduced-motion: reduce)').matches || readStored('motion') === 'still' ? 0 : 560;

const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Still entering, or past its expiry: the next state is due. */
function isOverdue(active: Signal | null): boolean {
  if (!active) return false;
  return active.expiresAt === null || Date.parse(active.expiresAt) < serverClock.now();
}

/** Another tab requested or reset a signal. */
function useOtherTabs(onChange: () => void): void {
  const latest = useEffectEvent(onChange);
  useEffect(() => {
    const listener = ({ key }: StorageEvent): void => {
      if (key === 'signal') latest();
    };
    addEventListener('storage', listener);
    return () => removeEventListener('storage', listener);
  }, []);
}

/** Calls `onEnd` when the shown result has been shown long enough. */
function useResultEnd(shown: Signal | null, onEnd: () => void): void {
  const end = useEffectEvent(onEnd);
  const until = shown && resultShownUntil(shown);
  useEffect(() => {
    if (until === null) return undefined;
    const timer = setTimeout(end, Math.max(0, until - serverClock.now()));
    return () => clearTimeout(timer);
  }, [until]);
}

const isOfConnection = ({ code }: ApiError): boolean => connectionCodes.some((own) => own === code);

function requestSignal(request: SignalRequest, abort: AbortSignal): Promise<Signal> {
  if (request.kind === 'chase')
    return call('GET /python_api/signal/M2/:id', { params: { id: request.chaseOf }, abort });
  const { model, interval, symbol, isPractice } = request;
  // Excludes the pairs of the last twenty minutes, unless the trader chose the pair.
  const exclude = symbol ? [] : recentSymbols(serverClock.now());
  const query = {
    interval,
    ...(symbol && { symbol }),
    ...(exclude.length > 0 && { exclude: exclude.join() }),
    ...(isPractice && { below: '1' as const }),
  };
  return call('GET /python_api/signal/:name', { params: { name: model }, query, abort });
}

const listSignals = async (userId: string): Promise<readonly Signal[]> =>
  (await call('GET /api/signal/user/:id', { params: { id: userId } })).items;
