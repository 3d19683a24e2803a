import { getBreakEven } from '#domain/statistics/break-even.ts';
import type { NoSignalDetails, NoSignalReason } from '#contract/signals.ts';
import { toInstant } from '#contract/wire.ts';
import type { MarketClock } from '#domain/time.ts';
import { getDirection } from '#domain/market/direction.ts';
import { isThinHour, thinHoursEnd } from '#domain/market/market-session.ts';
import { marketState, type TradingHours } from '#domain/market/trading-hours.ts';
import type { CurrentForecasts, CurrentQuery, PaidForecast } from './current-forecasts.ts';
import type { ReadEdges } from './statistics/read-edges.ts';

/** The answer where nothing has an edge; `best`: of the query. */
export type DescribeSilence = (query: CurrentQuery, best: PaidForecast | null) => Promise<NoSignalDetails>;

/** When signals resume, milliseconds of market time; null: unknown, or not a matter of time. */
export type FindResumption = (reason: NoSignalReason) => Promise<number | null>;

interface DescribeSilenceDependencies {
  readonly current: CurrentForecasts;
  readonly readEdges: ReadEdges;
  readonly findResumption: FindResumption;
}

export const createDescribeSilence =
  ({ current, readEdges, findResumption }: DescribeSilenceDependencies): DescribeSilence =>
  async (query, best) => {
    const reason = current.getReason(query, best);
    const resumesAt = await findResumption(reason);
    return {
      reason,
      best: best && toForecastBelow(best),
      waitSeconds: (await readEdges()).wait(query.models, query.durations, query.payouts.default),
      resumesAt: resumesAt === null ? null : toInstant(resumesAt),
    };
  };

const toForecastBelow = ({ forecast, payout }: PaidForecast): NoSignalDetails['best'] => ({
  aiModel: forecast.model,
  symbol: forecast.symbol,
  signal: getDirection(forecast.pUp),
  duration: forecast.duration,
  passability: forecast.passability,
  payout,
  breakEven: getBreakEven(payout),
});

interface ResumptionDependencies {
  readonly hours: TradingHours;
  readonly clock: MarketClock;
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
