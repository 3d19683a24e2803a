import { getBreakEven } from '#domain/statistics/break-even.ts';
import type { NoSignalReason } from '#contract/signals.ts';
import type { MarketClock } from '#domain/time.ts';
import { isExcludedHour, type TradingHours } from '#domain/market/trading-hours.ts';
import type { AiModelKey } from '#domain/signals/ai-model.ts';
import type { BoardQuery } from '#engine/forecast/board.ts';
import { isUncalibrated } from '#engine/forecast/calibration/conservative-calibration.ts';
import type { Forecast } from '#engine/forecast/forecaster.ts';
import { isFresh, type MarketView } from '#server/live/market-view.ts';
import type { ModelCatalogue } from './signals.api.ts';

export type CurrentQuery = Pick<BoardQuery, 'models' | 'durations' | 'symbols' | 'exclude'>;

/** What the local models forecast now, by the rules that issue a signal. */
export type CurrentForecasts = ReturnType<typeof createCurrentForecasts>;

interface CurrentForecastsDependencies {
  readonly market: Pick<MarketView, 'board' | 'feed' | 'lastTick'>;
  readonly catalogue: Pick<ModelCatalogue, 'localModels'>;
  readonly clock: MarketClock;
  readonly hours: TradingHours;
  /** The share of the stake that a win pays. */
  readonly payout: number;
}

export function createCurrentForecasts({ market, catalogue, clock, hours, payout }: CurrentForecastsDependencies) {
  const breakEven = 100 * getBreakEven(payout);
  const isFreshNow = (symbol: string): boolean => isFresh(market, symbol, clock.now());
  const isHourExcluded = (): boolean => isExcludedHour(hours, clock.now());
  /** A model's threshold is never below break-even, also where a win pays less than it was trained for. */
  const atPayout = (forecast: Forecast): Forecast => {
    const signalFrom = Math.max(forecast.signalFrom, breakEven);
    return { ...forecast, signalFrom, signalled: forecast.signalled && forecast.passability >= signalFrom };
  };
  const best = (query: CurrentQuery): Forecast | null => {
    const strongest = isHourExcluded() ? null : market.board.best({ ...query, now: clock.now() });
    const forecast = strongest && atPayout(strongest);
    return forecast?.signalled ? forecast : null;
  };
  return {
    isFresh: isFreshNow,
    /** Pairs with a fresh price. */
    freshPairs: (): readonly string[] => market.feed.symbols.filter(isFreshNow),
    /** Whether the operator excludes this hour from signals. */
    isHourExcluded,
    /** The local models that a caller may use without naming one. */
    openModels: (isVipOpen: boolean): readonly AiModelKey[] =>
      catalogue.localModels().filter((model) => isVipOpen || model !== 'vip'),
    /** The forecast with the highest passability among those with an edge; null: there is none. */
    best,
    /**
     * The forecast with the highest passability; of an excluded pair only if there is no other, and
     * without an edge in an excluded hour. Null: there is no forecast.
     */
    surest: (query: CurrentQuery): Forecast | null => {
      const now = clock.now();
      const surest = market.board.nearest({ ...query, now }) ?? market.board.nearest({ ...query, exclude: [], now });
      return surest && (isHourExcluded() ? asPractice(surest) : atPayout(surest));
    },
    /** Why nothing has an edge; `surest`: what is best. */
    getReason: (query: CurrentQuery, surest: Forecast | null): NoSignalReason => {
      if (isHourExcluded()) return 'thin_hours';
      if (query.exclude.length > 0 && best({ ...query, exclude: [] })) return 'recent_pairs';
      return surest && isUncalibrated(surest) ? 'not_calibrated' : 'below_threshold';
    },
  };
}

/** Without an edge. */
export const asPractice = (forecast: Forecast): Forecast => ({ ...forecast, signalled: false });
