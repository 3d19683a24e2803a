import type { MarketClock } from '#domain/clock.ts';
import { findPair } from '#domain/market/currency-pair.ts';
import type { Scheduler } from '#server/jobs/scheduler.ts';
import { readJson } from './live/read-json.ts';
import { createLiveStream } from './live/live-stream.ts';
import { warnOnce } from './live/warn-once.ts';
import type { FeedHandlers, MarketData } from './market-data.ts';
import { fromInstrument, StreamMessage, toInstrument } from './oanda/oanda-messages.ts';
import { pageCandles } from './oanda/page-candles.ts';
import { openPriceStream, type PriceStream } from './oanda/price-stream.ts';

export interface OandaMarketOptions {
  /** OANDA_STREAM_URL and OANDA_API_URL: origins without a trailing slash. */
  readonly streamUrl: string;
  readonly apiUrl: string;
  readonly account: string;
  readonly token: string;
  readonly symbols: readonly string[];
  readonly clock: MarketClock;
  readonly scheduler: Scheduler;
  /** In [0, 1): jitter for reconnects. */
  readonly chance: () => number;
  /** For the operator: messages of the other side that could not be used; each kind once. */
  readonly warn?: (sentence: string) => void;
}

/** Nothing to close yet. */
const nothing = (): void => undefined;

/** Prices of an OANDA v20 account over its streaming endpoint (documented by the vendor; see oanda-messages.ts). */
export function createOandaMarket(options: OandaMarketOptions): MarketData {
  const { streamUrl, apiUrl, account, token, clock, scheduler, chance } = options;
  const symbols = options.symbols.filter((symbol) => findPair(symbol) !== undefined);
  const warn = warnOnce(options.warn ?? nothing);
  const stream = createLiveStream({ symbols, clock, scheduler, chance, connect });
  const stopped = new AbortController();
  let prices: PriceStream | null = null;

  function connect(): void {
    const query = new URLSearchParams({ instruments: symbols.map(toInstrument).join(','), snapshot: 'true' });
    const url = `${streamUrl}/v3/accounts/${encodeURIComponent(account)}/pricing/stream?${query.toString()}`;
    const events = { onOpen: stream.opened, onMessage, onClose: stream.closed };
    prices = openPriceStream({ url, token, scheduler, events });
  }

  function onMessage(message: unknown): void {
    const parsed = StreamMessage.safeParse(message);
    if (!parsed.success) return warn('a message that is not of the protocol');
    if (parsed.data.type === 'HEARTBEAT') return;
    const { instrument, time, bids, asks, status, tradeable } = parsed.data;
    const symbol = fromInstrument(instrument);
    if (!symbols.includes(symbol)) return warn(`a price of ${instrument}, which was not asked for`);
    // The snapshot at the start also contains pairs that are closed.
    if (tradeable === false || (status !== undefined && status !== 'tradeable')) return;
    const [bid, ask] = [bids[0]?.price, asks[0]?.price];
    if (bid === undefined || ask === undefined) return warn(`a price of ${instrument} without bid or ask`);
    stream.deliver({ symbol, time: Date.parse(time), bid, ask });
  }

  const read = (path: string): Promise<unknown> =>
    readJson({
      name: 'OANDA',
      url: apiUrl + path,
      headers: { authorization: `Bearer ${token}` },
      signal: stopped.signal,
      scheduler,
    });

  return {
    kind: 'oanda',
    isLive: true,
    symbols,
    backfill: (symbol, until, count) => pageCandles(read, symbol, until, count),
    start: async (handlers: FeedHandlers) => {
      stream.start(handlers);
      connect();
    },
    stop: async () => {
      stream.stop();
      stopped.abort();
      prices?.close('stopped');
    },
    state: stream.state,
  };
}
