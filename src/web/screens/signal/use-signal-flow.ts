import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { User } from '#contract/accounts.ts';
import { signalPaths } from '#contract/paths.ts';
import type { Signal } from '#contract/signals.ts';
import type { PickerDuration } from '#domain/market/duration.ts';
import type { AiModelKey } from '#domain/signals/ai-model.ts';
import { minuteMs } from '#domain/time.ts';
import { ApiError, connectionCodes } from '#web/api/api-error.ts';
import { useEvent, useStreamReturn } from '#web/api/event-hub.ts';
import { fillPath, getJson } from '#web/api/request.ts';
import { serverClock } from '#web/api/server-clock.ts';
import { endSession } from '#web/session/session-store.ts';
import { workingStatsQuery } from '#web/session/working-stats.ts';
import { readStored, writeStored } from '#web/storage/stored.ts';
import { activeSignalIn, recentSymbols, saveRecentSignal, withoutReset, withSignal } from './signal-list.ts';
import { getPair, type Search, searchAfter, type SignalRequest } from './signal-request.ts';
import { usePendingReset } from './use-pending-reset.ts';

export interface SignalFlow {
  readonly isLoading: boolean;
  readonly loadingError: Error | null;
  readonly signals: readonly Signal[];
  /** The current signal: the active one, otherwise the last one shown and not yet dismissed. */
  readonly shown: Signal | null;
  readonly search: Search;
  readonly find: (request: SignalRequest) => void;
  readonly cancel: () => void;
  readonly dismiss: () => void;
  /** Removes the signal from the user's lists, for ten seconds only from the page; the record keeps it. */
  readonly reset: (signal: Signal) => void;
  /** Restores the signal that was reset; null: too late, or none was. */
  readonly undo: (() => void) | null;
}

/** Reset during this visit: a late event, or a list requested earlier, must not restore them. */
const resetIds = new Set<string>();

/**
 * One user's signals and the search for the next one. The list is the source of truth; events and
 * responses only update it.
 */
export function useSignalFlow(user: User): SignalFlow {
  const queries = useQueryClient();
  const key = ['signals', user.id];
  const [shownId, setShownId] = useState(() => readStored('signal')?.id ?? null);
  const [search, setSearch] = useState<Search>({ kind: 'none-yet' });
  const watched = useShownSearch();
  const running = useRef<AbortController | null>(null);

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
    // Signals issued automatically or on another device count towards the twenty minutes as well.
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
  if (active && (search.kind === 'no-signal' || search.kind === 'refused')) setSearch({ kind: 'none-yet' });

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

  const handleError = (request: SignalRequest, apiError: ApiError): void => {
    const next = searchAfter(request, apiError, serverClock.now());
    if (next === null) return endSession();
    if (apiError.code === 'market_closed') void queries.refetchQueries(workingStatsQuery);
    // The list contains the active signal, or the one whose response was lost.
    if (apiError.code === 'signal_active' || isOfConnection(apiError)) refetch();
    setSearch(next);
  };

  const find = async (request: SignalRequest): Promise<void> => {
    running.current?.abort();
    const abort = new AbortController();
    running.current = abort;
    setSearch({ kind: 'searching', request, found: null });
    watched.start(request);
    await resetting.send();
    const signal = await requestSignal(request, abort.signal).catch((error: unknown) => {
      if (!abort.signal.aborted)
        handleError(request, error instanceof ApiError ? error : new ApiError({ code: 'unreadable' }));
      return null;
    });
    if (signal) show(signal);
  };

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
    shown: watched.request ? null : shown,
    search: watched.request
      ? { kind: 'searching', request: watched.request, found: active?.symbol ?? getBest(search) }
      : search,
    find: (request) => void find(request),
    cancel: () => {
      running.current?.abort();
      watched.end();
      setSearch({ kind: 'none-yet' });
      // The server may have issued the signal despite the error.
      void queries.invalidateQueries({ queryKey: key });
    },
    dismiss,
    reset: (signal) => {
      resetIds.add(signal.id);
      // The next request leaves its pair out, wherever the signal was issued.
      saveRecentSignal(signal, serverClock.now());
      queries.setQueryData<readonly Signal[]>(key, (known = []) => withoutReset(known, resetIds));
      dismiss();
      resetting.start(signal);
    },
    undo: resetting.signal && resetting.undo,
  };
}

/** Long enough to be seen; a signal's entry takes longer. */
const shownMs = 1_200;

interface ShownSearch {
  /** The search that stays on the screen, whatever its response; null: none. */
  readonly request: SignalRequest | null;
  readonly start: (request: SignalRequest) => void;
  readonly end: () => void;
}

/** Shows a search for a moment from the press, even when its response comes at once. */
function useShownSearch(): ShownSearch {
  const [watched, setWatched] = useState<{ readonly request: SignalRequest } | null>(null);
  useEffect(() => {
    if (!watched) return;
    const timer = setTimeout(() => setWatched(null), shownMs);
    return () => clearTimeout(timer);
  }, [watched]);
  return {
    request: watched?.request ?? null,
    start: (request) => setWatched({ request }),
    end: () => setWatched(null),
  };
}

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

export function isResultOver(signal: Signal, now: number): boolean {
  const until = resultShownUntil(signal);
  return until !== null && now >= until;
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

/** Later the screen opens at the choice of the next signal. */
export const resultShownMs = 10 * minuteMs;

/**
 * When a settled signal leaves the screen: ten minutes after its expiry, or after its issue if it was
 * never entered. Null: it is still open, and stays until it is settled.
 */
const resultShownUntil = ({ status, expiresAt, time }: Signal): number | null =>
  status === 'settled' ? Date.parse(expiresAt ?? time) + resultShownMs : null;

const isOfConnection = ({ code }: ApiError): boolean => connectionCodes.some((own) => own === code);

function requestSignal(request: SignalRequest, abort: AbortSignal): Promise<Signal> {
  const isPractice = request.isPractice === true;
  if (request.kind === 'chase') return chaseSignal(request.chaseOf, isPractice, abort);
  // Excludes the pairs of the last twenty minutes, unless the trader chose the pair.
  const exclude = getPair(request) ? [] : recentSymbols(serverClock.now());
  if (request.kind === 'best')
    return issueSignal({ model: null, interval: 'any', symbol: null, exclude, isPractice }, abort);
  const { model, interval, symbol } = request;
  return issueSignal({ model, interval, symbol, exclude, isPractice }, abort);
}

const getBest = (search: Search): string | null =>
  search.kind === 'no-signal' ? (search.why?.best?.symbol ?? null) : null;

/** Issues the follow-up of one of the user's own losses; as practice even without an edge. */
const chaseSignal = (id: string, isPractice: boolean, abort: AbortSignal): Promise<Signal> =>
  getJson(`${fillPath(signalPaths.chase, id)}${isPractice ? '?below=1' : ''}`, { abort });

const listSignals = async (userId: string): Promise<readonly Signal[]> =>
  (await getJson<{ items: readonly Signal[] }>(fillPath(signalPaths.userSignals, userId))).items;

interface SignalQuery {
  /** Null: the best forecast of all models and durations. */
  readonly model: AiModelKey | null;
  readonly interval: PickerDuration | 'any';
  readonly symbol: string | null;
  readonly exclude: readonly string[];
  /** Takes the surest forecast even without an edge, as practice. */
  readonly isPractice: boolean;
}

function issueSignal(request: SignalQuery, abort: AbortSignal): Promise<Signal> {
  const query = new URLSearchParams({ interval: String(request.interval) });
  if (request.symbol) query.set('symbol', request.symbol);
  if (request.exclude.length > 0) query.set('exclude', request.exclude.join(','));
  if (request.isPractice) query.set('below', '1');
  const path = request.model === null ? signalPaths.signal : fillPath(signalPaths.signalByName, request.model);
  return getJson<Signal>(`${path}?${query}`, { abort });
}
