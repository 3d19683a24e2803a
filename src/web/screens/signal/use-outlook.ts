import { keepPreviousData, type Query, useQuery } from '@tanstack/react-query';
import type { WorkingStats } from '#contract/prices.ts';
import type { Outlook, Prospect } from '#contract/signals.ts';
import type { PickerDuration } from '#domain/market/duration.ts';
import type { AiModelKey } from '#domain/signals/ai-model.ts';
import { minuteMs } from '#domain/time.ts';
import { callQuery } from '#web/api/queries.ts';
import { serverClock } from '#web/api/server-clock.ts';

/** The models' prospects now, at the trader's own payouts; never a direction. */
const outlookQuery = (exclude: readonly string[], symbol: string | null) => {
  const query = { ...(exclude.length > 0 && { exclude: exclude.join() }), ...(symbol && { symbol }) };
  return { ...callQuery('GET /python_api/outlook', { query }), ...everyMinute, placeholderData: keepPreviousData };
};

/** The outlooks of every choice and of the pairs are invalidated when the trader's payouts change. */
export const outlookQueries = {
  predicate: ({ queryKey: [, name] }: Query) => typeof name === 'string' && name.startsWith('GET /python_api/outlook'),
};

/** Refreshed after each minute's close, in a hidden tab too, because the page rings. */
const everyMinute = {
  staleTime: 0,
  refetchInterval: () => nextForecastTime(serverClock.now()) - serverClock.now(),
  refetchIntervalInBackground: true,
} as const;

interface OutlookState {
  /** Null: unknown. */
  readonly outlook: Outlook | null;
  readonly error: Error | null;
}

/** `symbol`: the pair of the manual model. */
export function useOutlook(exclude: readonly string[], symbol: string | null): OutlookState {
  const { data, error } = useQuery(outlookQuery(exclude, symbol));
  return { outlook: error ? null : (data ?? null), error };
}

/** Every pair by the best local model, for the choice of the manual model. */
export const usePairProspects = (interval: PickerDuration): readonly Prospect[] =>
  useQuery({ ...callQuery('GET /python_api/outlook/pairs', { query: { interval } }), ...everyMinute }).data?.pairs ??
  [];

/** Bars close on the minute; forecasts are ready shortly after. */
const afterCloseMs = 2_000;

/** The next instant at which the forecasts of a minute are ready. */
export const nextForecastTime = (now: number): number =>
  (Math.floor((now - afterCloseMs) / minuteMs) + 1) * minuteMs + afterCloseMs;

type Models = WorkingStats['models'];

/** The VIP model needs more than its minimum. An unknown balance locks nothing: the server decides. */
export const isLocked = ({ key, minBalance }: Models[number], balance: number | null): boolean =>
  key === 'vip' && balance !== null && balance <= minBalance;

export const getSeen = (outlook: Outlook | null, aiModel: AiModelKey, interval: PickerDuration) =>
  outlook?.models.find((one) => one.aiModel === aiModel)?.durations.find((one) => one.interval === interval) ?? null;
