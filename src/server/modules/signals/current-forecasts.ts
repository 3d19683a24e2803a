import type { NoSignalReason } from '#contract/signals.ts';
import type { MarketClock } from '#domain/time.ts';
import { isExcludedHour, type TradingHours } from '#domain/market/trading-hours.ts';
import type { AiModelKey } from '#domain/signals/ai-model.ts';
import { expectedValue } from '#domain/signals/edge.ts';
import { ageForecast } from '#engine/forecast/age-forecast.ts';
import type { BoardQuery } from '#engine/forecast/board.ts';
import { isUncalibrated } from '#engine/forecast/calibration/conservative-calibration.ts';
import type { Forecast } from '#engine/forecast/forecaster.ts';
import { isFresh, type MarketView } from '#server/live/market-view.ts';
import { isEdgeAt, type TraderPayouts } from '#server/modules/payouts/payouts.api.ts';
import type { ModelCatalogue } from './signals.api.ts';

export interface CurrentQuery extends Pick<BoardQuery, 'models' | 'durations' | 'symbols'> {
  readonly exclude: readonly string[];
  /** Of the trader who asks. */
  readonly payouts: TraderPayouts;
}

/** A forecast as of an instant, at what a win pays the trader who asks. */
export interface PaidForecast {
  readonly forecast: Forecast;
  /** Share of the stake. */
  readonly payout: number;
  readonly hasEdge: boolean;
}

/** What the local models forecast now, by the rules that issue a signal. */
export type CurrentForecasts = ReturnType<typeof createCurrentForecasts>;

interface CurrentForecastsDependencies {
  readonly market: Pick<MarketView, 'board' | 'feed' | 'lastTick'>;
  readonly catalogue: Pick<ModelCatalogue, 'localModels'>;
  readonly clock: MarketClock;
  readonly hours: TradingHours;
}

export function createCurrentForecasts({ market, catalogue, clock, hours }: CurrentForecastsDependencies) {
  const isFreshNow = (symbol: string): boolean => isFresh(market, symbol, clock.now());
  const isHourExcluded = (): boolean => isExcludedHour(hours, clock.now());
  const toPaid = (forecast: Forecast, payouts: TraderPayouts): PaidForecast => {
    const payout = payouts.on(forecast.symbol);
    return { forecast, payout, hasEdge: !isHourExcluded() && isEdgeAt(forecast, payout) };
  };
  const list = ({ payouts, symbols, exclude, ...query }: CurrentQuery): readonly PaidForecast[] => {
    const now = clock.now();
    const pairs = symbols.filter((symbol) => !exclude.includes(symbol));
    return market.board
      .list({ ...query, symbols: pairs, now })
      .map((forecast) => toPaid(ageForecast(forecast, now), payouts));
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
    toPaid,
    /** Of an excluded pair only if there is no other. Null: there is no forecast. */
    best: (query: CurrentQuery): PaidForecast | null =>
      findBest(list(query)) ?? findBest(list({ ...query, exclude: [] })),
    /** Why nothing has an edge; `best`: of the query. */
    getReason: (query: CurrentQuery, best: PaidForecast | null): NoSignalReason => {
      if (isHourExcluded()) return 'thin_hours';
      if (query.exclude.length > 0 && findBest(list({ ...query, exclude: [] }))?.hasEdge) return 'recent_pairs';
      return best && isUncalibrated(best.forecast) ? 'not_calibrated' : 'below_threshold';
    },
  };
}

/** The first with the highest expected value, among those with an edge if there are any; null: none. */
export const findBest = <Paid extends PaidForecast>(forecasts: readonly Paid[]): Paid | null =>
  forecasts.reduce<Paid | null>((best, one) => (best && !isBetter(one, best) ? best : one), null);

const isBetter = (one: PaidForecast, other: PaidForecast): boolean =>
  one.hasEdge === other.hasEdge ? getValue(one) > getValue(other) : one.hasEdge;

const getValue = ({ forecast: { passability: probability }, payout }: PaidForecast): number =>
  expectedValue({ probability, payout });
