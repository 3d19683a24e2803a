import { getBreakEven } from '#domain/statistics/break-even.ts';
import type { ForecastBelow, NoSignalDetails, NoSignalReason } from '#contract/signals.ts';
import { toInstant } from '#contract/wire.ts';
import type { MarketClock } from '#domain/time.ts';
import { getDirection } from '#domain/market/direction.ts';
import { pickerDurations } from '#domain/market/duration.ts';
import { isThinHour, thinHoursEnd } from '#domain/market/market-session.ts';
import { marketState, type TradingHours } from '#domain/market/trading-hours.ts';
import type { Forecast } from '#engine/forecast/forecaster.ts';
import type { CurrentForecasts, CurrentQuery } from './current-forecasts.ts';
import type { ReadEdges } from './statistics/read-edges.ts';
import { isOpenFor } from './require-open-market.ts';

/** The answer where nothing has an edge; `surest`: the best forecast of the query. */
export type DescribeSilence = (
  query: CurrentQuery,
  found: { readonly surest: Forecast | null; readonly isVipOpen: boolean },
) => Promise<NoSignalDetails>;

/** When signals resume, milliseconds of market time; null: unknown, or not a matter of time. */
export type FindResumption = (reason: NoSignalReason) => Promise<number | null>;

interface DescribeSilenceDependencies {
  readonly current: CurrentForecasts;
  readonly readEdges: ReadEdges;
  readonly findResumption: FindResumption;
  readonly hours: TradingHours;
  readonly clock: MarketClock;
  readonly payout: number;
}

export const createDescribeSilence =
  ({ current, readEdges, findResumption, hours, clock, payout }: DescribeSilenceDependencies): DescribeSilence =>
  async (query, { surest, isVipOpen }) => {
    const reason = current.getReason(query, surest);
    const intervals = pickerDurations.filter((duration) => isOpenFor({ hours, clock }, duration));
    const anything = {
      models: current.openModels(isVipOpen),
      durations: intervals,
      symbols: current.freshPairs(),
      exclude: query.exclude,
    };
    const other = current.best(anything);
    const interval = intervals.find((one) => one === other?.duration);
    const resumesAt = await findResumption(reason);
    return {
      reason,
      best: surest && toForecastBelow(surest),
      breakEven: getBreakEven(payout),
      waitSeconds: (await readEdges()).wait(query.models, query.durations),
      resumesAt: resumesAt === null ? null : toInstant(resumesAt),
      elsewhere: other && interval ? { aiModel: other.model, interval } : null,
    };
  };

export const toForecastBelow = ({
  model,
  symbol,
  pUp,
  duration,
  passability,
  signalFrom,
}: Forecast): ForecastBelow => ({
  aiModel: model,
  symbol,
  signal: getDirection(pUp),
  duration,
  passability,
  signalFrom,
});

interface ResumptionDependencies extends Pick<DescribeSilenceDependencies, 'hours' | 'clock'> {
  /** About when the models will be calibrated on the running feed; null: unknown. */
  readonly calibratedAt: () => Promise<number | null>;
}

export const createFindResumption =
  ({ hours, clock, calibratedAt }: ResumptionDependencies): FindResumption =>
  async (reason) => {
    if (reason === 'not_calibrated') return calibratedAt();
    return reason === 'thin_hours' ? endOfThinHours(hours, clock.now()) : null;
  };

/** The first minute in which the market is open and the hour is not thin. */
function endOfThinHours(hours: TradingHours, from: number): number | null {
  let at = thinHoursEnd(from);
  for (;;) {
    const { open, nextOpen } = marketState(hours, at);
    if (open && !isThinHour(at)) return at;
    if (!open && nextOpen === null) return null;
    at = thinHoursEnd(open ? at : (nextOpen ?? at));
  }
}
