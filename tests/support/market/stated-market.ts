import type { ForecastsListener, MarketView } from '#server/live/market-view.ts';
import type { Platform } from '#server/start/platform.ts';
import { describeBoard, explanation, type Phrases } from '../record/stated-forecasts.ts';

interface Options {
  /** When the bar closed whose forecasts stand at this instant; by default just then. */
  readonly toClose?: (now: number) => number;
  readonly listeners?: ForecastsListener[];
}

/** A market on which the models state what is said, which may change, with a new price of each pair. */
export function statedMarket(
  { market, marketClock: { now } }: Platform,
  said: Phrases,
  { toClose = (at) => at, listeners = [] }: Options = {},
): MarketView {
  return {
    ...market,
    feed: { ...market.feed, symbols: [...said.symbols], notOffered: [] },
    get board() {
      return describeBoard(said, toClose(now()));
    },
    lastTick: (symbol) => ({ symbol, time: now(), receivedAt: now(), bid: 1.1, ask: 1.1 }),
    explain: () => explanation,
    readyInMs: () => 0,
    onForecasts: (listener) => void listeners.push(listener),
  };
}
