import { signalLimits } from '#domain/signals/limits.ts';
import type { Bar } from '#engine/bar/bar-builder.ts';
import type { ForecastBoard } from '#engine/forecast/board.ts';
import type { Explanation, Forecast } from '#engine/forecast/forecaster.ts';
import type { Tick } from '#engine/tick/tick.ts';
import type { TickCounts } from '#engine/tick/tick-quality.ts';
import type { FeedState, MarketData } from '#server/integrations/market-data/market-data.ts';

/** Which market runs: two feeds with the same id have the same prices at the same time. */
export interface Feed extends Pick<MarketData, 'kind' | 'isLive'> {
  readonly id: string;
  /** The pairs that the feed offers, which may change; until it has said which, all that it is asked for. */
  readonly symbols: readonly string[];
  /** Null: it has not said yet. */
  readonly notOffered: readonly string[] | null;
}

/** Receives all forecasts of minutes that have just closed. */
export type ForecastsListener = (forecasts: readonly Forecast[]) => void;

/**
 * The market now, as use cases and screens read it: the engine of this process, or a copy of what
 * the leading one publishes. Instants in milliseconds of market time.
 */
export interface MarketView {
  readonly feed: Feed;
  feedState(): FeedState;
  lastTick(symbol: string): Tick | null;
  /** Closed bars with `from` <= time < `to`. */
  bars(symbol: string, from: number, to: number): readonly Bar[];
  readonly board: Pick<ForecastBoard, 'list'>;
  /** Null: the features of that bar are no longer available. */
  explain(forecast: Forecast): Explanation | null;
  counts(): TickCounts;
  /** Real milliseconds since the engine was last heard; 0: it is in this process; null: never, or the bus is lost. */
  age(): number | null;
  /** Real milliseconds until the models may have the bars that they need, where there is no forecast. */
  readyInMs(): number;
  /** Listeners are added before the start; ticks may be coalesced, the latest of a pair wins. */
  onTick(listener: (tick: Tick) => void): void;
  onForecasts(listener: ForecastsListener): void;
}

/** Whether the last tick of the pair is new enough for a signal at `now`, milliseconds of market time. */
export function isFresh(market: MarketView, symbol: string, now: number): boolean {
  const tick = market.lastTick(symbol);
  return tick !== null && now - tick.time <= signalLimits.signalPriceMaxAgeMs;
}

/** Age of the newest tick of any pair; null before the first. */
export function getDelay(market: MarketView, now: number): number | null {
  const times = market.feed.symbols.flatMap((symbol) => market.lastTick(symbol)?.time ?? []);
  return times.length === 0 ? null : Math.max(0, now - Math.max(...times));
}
