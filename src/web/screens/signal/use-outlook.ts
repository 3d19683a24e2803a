import { queryOptions, useQuery } from '@tanstack/react-query';
import { signalPaths } from '#contract/paths.ts';
import type { Outlook, WorkingStats } from '#contract/signals.ts';
import type { PickerDuration } from '#domain/market/duration.ts';
import type { AiModelKey } from '#domain/signals/ai-model.ts';
import { shownPoints } from '#domain/statistics/shown-rate.ts';
import { minuteMs } from '#domain/time.ts';
import { getJson } from '#web/api/request.ts';
import { serverClock } from '#web/api/server-clock.ts';

const outlookQuery = queryOptions({ queryKey: ['outlook'], queryFn: () => getJson<Outlook>(signalPaths.outlook) });

interface OutlookOptions {
  /** False: only what another component has loaded. */
  readonly isLive?: boolean;
  /** Refreshes while the tab is hidden as well. */
  readonly isWatched?: boolean;
}

/** What the models see now, refreshed after each minute's close. Null: unknown. */
export function useOutlook({ isLive = true, isWatched = false }: OutlookOptions = {}): Outlook | null {
  const { data, error } = useQuery({
    ...outlookQuery,
    enabled: isLive,
    staleTime: 0,
    refetchInterval: () => nextForecastTime(serverClock.now()) - serverClock.now(),
    refetchIntervalInBackground: isWatched,
  });
  return error ? null : (data ?? null);
}

/** Bars close on the minute; forecasts are ready shortly after. */
const afterCloseMs = 2_000;

/** The next instant at which the forecasts of a minute are ready. */
export const nextForecastTime = (now: number): number =>
  (Math.floor((now - afterCloseMs) / minuteMs) + 1) * minuteMs + afterCloseMs;

/** True until the first answer, so that what depends on it appears in its final order. */
export const useIsOutlookLoading = (): boolean => useQuery({ ...outlookQuery, enabled: false }).isPending;

type Models = WorkingStats['models'];

/** Models that would answer this trader. */
export const openModels = (models: Models, balance: number | null): Models =>
  models.filter((model) => model.available && !isLocked(model, balance));

/** The VIP model needs more than its minimum. An unknown balance locks nothing: the server decides. */
export const isLocked = ({ key, minBalance }: Models[number], balance: number | null): boolean =>
  key === 'vip' && balance !== null && balance <= minBalance;

type Seen = Outlook['models'][number]['durations'][number];
type Best = NonNullable<Seen['best']>;

/** One model and duration of the outlook. */
export interface Prospect extends Seen {
  readonly aiModel: AiModelKey;
  readonly hasSignal: boolean;
  readonly edgeShare: number | null;
}

/** Of all models that choose the pair themselves, or of those named. */
export const prospectsIn = (outlook: Outlook | null, models: Models | null = null): readonly Prospect[] =>
  (outlook?.models ?? [])
    .filter(({ aiModel }) => aiModel !== 'manual' && (models === null || models.some(({ key }) => key === aiModel)))
    .flatMap(({ aiModel, durations }) =>
      durations.map((one) => ({
        ...one,
        aiModel,
        hasSignal: one.reason === null,
        edgeShare: one.minutes === null ? null : 1 / one.minutes,
      })),
    );

export const getProspect = (outlook: Outlook | null, aiModel: AiModelKey, interval: PickerDuration): Prospect | null =>
  prospectsIn(outlook).find((one) => one.aiModel === aiModel && one.interval === interval) ?? null;

/** Percentage points from a forecast without an edge to break-even, as both are shown. */
export const missingPoints = ({ breakEven, passability }: Pick<Best, 'breakEven' | 'passability'>): number =>
  Math.max(0.1, shownPoints(100 * breakEven, passability));

/** The forecast without an edge that is nearest to one; null: there is none. */
export const findNearest = (prospects: readonly Prospect[]): Best | null =>
  prospects
    .flatMap(({ best }) => (best && !best.hasEdge ? best : []))
    .toSorted((a, b) => missingPoints(a) - missingPoints(b))[0] ?? null;
