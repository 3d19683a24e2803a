import type { MarketClock } from '#domain/clock.ts';
import { findPair, pairName } from '#domain/market/currency-pair.ts';
import type { Scheduler } from '#server/jobs/scheduler.ts';
import { createCallPacer } from './live/call-pacer.ts';
import { type JsonSocket, openJsonSocket } from './live/json-socket.ts';
import { createLiveStream } from './live/live-stream.ts';
import { readJson } from './live/read-json.ts';
import { warnOnce } from './live/warn-once.ts';
import type { FeedHandlers, MarketData } from './market-data.ts';
import { pageTimeSeries } from './twelvedata/page-time-series.ts';
import { SocketMessage } from './twelvedata/twelvedata-messages.ts';

export interface TwelveDataMarketOptions {
  /** TWELVEDATA_WS_URL and TWELVEDATA_API_URL, without the key. */
  readonly wsUrl: string;
  readonly apiUrl: string;
  readonly apiKey: string;
  readonly callsPerMinute: number;
  readonly symbols: readonly string[];
  readonly clock: MarketClock;
  readonly scheduler: Scheduler;
  /** In [0, 1): jitter for reconnects. */
  readonly chance: () => number;
  /** Silence is an error only while the market is open. */
  readonly isMarketOpen: (time: number) => boolean;
  /** For the operator: messages of the other side that could not be used; each kind once. */
  readonly warn?: (sentence: string) => void;
}

/** The service closes a connection that sends none for ten seconds. */
const heartbeatMs = 10_000;
/** Nothing to close yet. */
const nothing = (): void => undefined;

/** Prices of Twelve Data over its WebSocket (documented by the vendor; see twelvedata-messages.ts). */
export function createTwelveDataMarket(options: TwelveDataMarketOptions): MarketData {
  const { wsUrl, apiUrl, apiKey, callsPerMinute, clock, scheduler, chance } = options;
  const symbols = options.symbols.filter((symbol) => findPair(symbol) !== undefined);
  const byName = new Map(symbols.map((symbol) => [pairName(symbol), symbol]));
  const warn = warnOnce(options.warn ?? nothing);
  const stream = createLiveStream({ symbols, clock, scheduler, chance, connect });
  const stopped = new AbortController();
  const pacer = createCallPacer({ callsPerMinute, scheduler, signal: stopped.signal });
  let socket: JsonSocket | null = null;

  function connect(): void {
    const opened = openJsonSocket({
      url: `${wsUrl}?apikey=${encodeURIComponent(apiKey)}`,
      scheduler,
      isMarketOpen: () => options.isMarketOpen(clock.now()),
      heartbeat: { action: 'heartbeat' },
      heartbeatMs,
      events: {
        onOpen: () => {
          stream.opened();
          opened.send({ action: 'subscribe', params: { symbols: [...byName.keys()].join(',') } });
        },
        onMessage,
        onClose: stream.closed,
      },
    });
    socket = opened;
  }

  function onMessage(message: unknown): void {
    const parsed = SocketMessage.safeParse(message);
    if (!parsed.success) return warn('a message that is not of the protocol');
    if (parsed.data.event === 'heartbeat') return;
    if (parsed.data.event === 'subscribe-status') return onSubscribed(parsed.data.status, parsed.data.fails ?? []);
    const { symbol: name, timestamp, price, bid, ask } = parsed.data;
    const symbol = byName.get(name);
    if (!symbol) return warn(`a price of ${name}, which was not asked for`);
    stream.deliver({ symbol, time: timestamp * 1_000, bid: bid ?? price, ask: ask ?? price });
  }

  function onSubscribed(status: string, fails: readonly { readonly symbol?: string | undefined }[]): void {
    if (fails.length > 0) warn(`not offered: ${fails.map(({ symbol = '?' }) => symbol).join(', ')}`);
    if (status !== 'ok') stream.waiting(`Twelve Data: subscription ${status}`);
  }

  const read = async (query: URLSearchParams): Promise<unknown> => {
    await pacer.turn();
    const url = `${apiUrl}/time_series?${query.toString()}&apikey=${encodeURIComponent(apiKey)}`;
    return readJson({ name: 'Twelve Data', url, signal: stopped.signal, scheduler });
  };

  return {
    kind: 'twelvedata',
    isLive: true,
    symbols,
    backfill: (symbol, until, count) => pageTimeSeries(read, symbol, until, count),
    start: async (handlers: FeedHandlers) => {
      stream.start(handlers);
      connect();
    },
    stop: async () => {
      stream.stop();
      stopped.abort();
      socket?.close('stopped');
    },
    state: stream.state,
  };
}
