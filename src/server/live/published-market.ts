import type { BarRow } from '#engine/bar-input.ts';
import type { ForecastBasis } from '#engine/bar-forecasts.ts';
import type { Forecast } from '#engine/forecast/forecaster.ts';
import type { Tick } from '#engine/tick/tick.ts';
import type { TickCounts } from '#engine/tick/tick-quality.ts';
import type { FeedState, PairOffer } from '#server/integrations/market-data/market-data.ts';

/** The newest forecasts, and what they are explained from; vectors as base64 of their doubles. */
export interface PublishedMinute {
  readonly forecasts: readonly Forecast[];
  readonly calibrations: readonly string[];
  readonly vectors: readonly (readonly [symbol: string, barTime: number, vector: string])[];
}

/** What has changed since the message before; numbered by term and `seq`, so that a loss shows. */
export interface MarketMessage {
  readonly term: number;
  readonly seq: number;
  readonly feedState: FeedState;
  /** What the feed offers; null: it has not said. */
  readonly offer: PairOffer | null;
  readonly counts: TickCounts;
  readonly readyInMs: number;
  /** The newest of each pair that has one. */
  readonly ticks: readonly Tick[];
  readonly bars: readonly (readonly [symbol: string, ...bar: BarRow])[];
  readonly minute: PublishedMinute | null;
  /** The stored bars of pairs were replaced, not only continued. */
  readonly isRefilled: boolean;
}

/** Where the leading engine of this feed publishes. */
export const findPlaces = (feed: string) => ({
  channel: `kurs:market:${feed}`,
  minute: `kurs:market:${feed}:minute`,
  bars: (symbol: string): string => `kurs:market:${feed}:bars:${symbol}`,
});

export const publishMinute = (
  forecasts: readonly Forecast[],
  { calibrations, vectors }: ForecastBasis,
): PublishedMinute => ({
  forecasts,
  calibrations,
  vectors: vectors.map(({ symbol, barTime, vector }) => [
    symbol,
    barTime,
    Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength).toString('base64'),
  ]),
});

export const toVector = (text: string): Float64Array => {
  const bytes = Uint8Array.from(Buffer.from(text, 'base64'));
  return new Float64Array(bytes.buffer);
};
