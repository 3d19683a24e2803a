import type { FeedConfig } from '#server/config/market.ts';
import { noTimer } from '#server/jobs/scheduler.ts';
import { getErrorMessage } from '#domain/caught-error.ts';
import { pairName } from '#domain/market/currency-pair.ts';
import { dayMs, hourMs, minuteMs } from '#domain/time.ts';
import type { Bar } from '#engine/bar/bar.ts';
import { createCallBudget } from './live/call-budget.ts';
import { type JsonSocket, openJsonSocket } from './live/json-socket.ts';
import { createLiveStream, type LiveFeedOptions } from './live/live-stream.ts';
import { pageBars } from './live/page-bars.ts';
import { readJson } from './live/read-json.ts';
import type { BackfillOptions, FeedHandlers, MarketData, PairOffer } from './market-data.ts';
import {
  ServiceError,
  SocketMessage,
  type SubscribeStatus,
  TimeSeries,
  UsageMessage,
} from './twelvedata/twelvedata-messages.ts';

/** The addresses are without the key. */
type TwelveDataMarketOptions = LiveFeedOptions & Omit<Extract<FeedConfig, { kind: 'twelvedata' }>, 'kind'>;

const maxRows = 5_000;

/** The service closes a connection that sends none for ten seconds. */
const heartbeatMs = 10_000;
/** How often the pairs that are not offered are asked for again. */
const offerAgainMs = hourMs;

/** Prices of Twelve Data over its WebSocket (documented by the vendor; see twelvedata-messages.ts). */
export function createTwelveDataMarket(options: TwelveDataMarketOptions): MarketData {
  const { symbols: wanted, wsUrl, apiUrl, apiKey, callsPerMinute, callsPerDay, clock, scheduler } = options;
  const symbols = choosePairs(wanted, options.maxPairs);
  const byName = new Map(symbols.map((symbol) => [pairName(symbol), symbol]));
  const stream = createLiveStream({ ...options, symbols, connect });
  const stopped = new AbortController();
  const windows = [
    { calls: callsPerMinute, ms: minuteMs },
    ...(callsPerDay > 0 ? [{ calls: callsPerDay, ms: dayMs }] : []),
  ];
  const budget = createCallBudget({ windows, clock, scheduler, signal: stopped.signal });
  /** Of the pairs that it was asked for, those that the service does not stream. */
  const refused = new Set<string>();
  /** Null: not asked for yet. */
  let earlierCalls: Promise<void> | null = null;
  let socket: JsonSocket | null = null;
  let cancelAgain = noTimer;

  const offer = (): PairOffer => ({
    offered: symbols.filter((symbol) => !refused.has(symbol)),
    notOffered: wanted.filter((symbol) => refused.has(symbol) || !symbols.includes(symbol)),
  });

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
          subscribe(opened, symbols);
        },
        onMessage,
        onClose: (reason) => {
          cancelAgain();
          stream.closed(reason);
        },
      },
    });
    socket = opened;
  }

  const subscribe = (on: JsonSocket, pairs: readonly string[]): void =>
    on.send({ action: 'subscribe', params: { symbols: pairs.map(pairName).join(',') } });

  function onMessage(message: unknown): void {
    const parsed = SocketMessage.safeParse(message);
    if (!parsed.success) return stream.warn('a message that is not of the protocol');
    if (parsed.data.event === 'heartbeat') return;
    if (parsed.data.event === 'subscribe-status') return onSubscribed(parsed.data);
    const { symbol: name, timestamp, price, bid, ask } = parsed.data;
    const symbol = byName.get(name);
    if (!symbol) return stream.warn(`a price of ${name}, which was not asked for`);
    stream.deliver({ symbol, time: timestamp * 1_000, bid: bid ?? price, ask: ask ?? price });
  }

  function onSubscribed({ status, success, fails }: SubscribeStatus): void {
    const before = refused.size;
    for (const { symbol: name = '' } of success ?? []) refused.delete(byName.get(name) ?? '');
    for (const { symbol: name = '' } of fails ?? []) {
      const symbol = byName.get(name);
      if (symbol) refused.add(symbol);
    }
    if (refused.size !== before) stream.offered(offer());
    cancelAgain();
    if (refused.size > 0) cancelAgain = scheduler.after(offerAgainMs, () => socket && subscribe(socket, [...refused]));
    if (status !== 'ok') stream.waiting(`Twelve Data: subscription ${status}`);
  }

  const read = (call: string, query: URLSearchParams): Promise<unknown> => {
    const url = `${apiUrl}/${call}?${new URLSearchParams([...query, ['apikey', apiKey]]).toString()}`;
    return readJson({ name: 'Twelve Data', url, signal: stopped.signal, scheduler });
  };

  /** What other starts and processes have used of the plan since midnight UTC, as the service counts. */
  async function addEarlierCalls(): Promise<void> {
    try {
      await budget.takeTurn();
      const usage = UsageMessage.safeParse(await read('api_usage', new URLSearchParams()));
      if (!usage.success) return stream.warn('no usable answer to how many calls were used today');
      const calls = Math.min(usage.data.daily_usage, callsPerDay);
      budget.addEarlier(calls, Math.floor(clock.now() / dayMs) * dayMs);
    } catch (error) {
      stream.warn(`how many calls were used today could not be read: ${getErrorMessage(error)}`);
    }
  }

  const readInTurn = async ({ priority, signal }: BackfillOptions, query: URLSearchParams): Promise<unknown> => {
    if (callsPerDay > 0) await (earlierCalls ??= addEarlierCalls());
    await budget.takeTurn(priority, signal);
    return read('time_series', query);
  };

  return {
    kind: 'twelvedata',
    isLive: true,
    symbols,
    offer,
    callLimits: { windows, rowsPerCall: maxRows },
    countCallsLeft: budget.countLeft,
    backfill: async (symbol, until, count, backfillOptions = {}) => {
      if (!offer().offered.includes(symbol)) throw new Error(`Twelve Data: ${symbol} is not offered`);
      const readPage = (query: URLSearchParams) => readInTurn(backfillOptions, query);
      const readBefore = (before: number, rows: number) => readTimeSeries(readPage, symbol, before, rows);
      return pageBars({ symbol, until, count, from: backfillOptions.from, maxRows, readBefore });
    },
    start: async (handlers: FeedHandlers) => {
      stream.start(handlers);
      handlers.onOffer(offer());
      connect();
    },
    stop: async () => {
      stream.stop();
      cancelAgain();
      stopped.abort();
      socket?.close('stopped');
    },
    state: stream.state,
  };
}

/** As many as the plan streams: those with the dollar first, because most of the trade is in them, then in the given order. */
function choosePairs(symbols: readonly string[], maxPairs: number): readonly string[] {
  const [majors, others] = [true, false].map((isMajor) => symbols.filter((one) => one.includes('USD') === isMajor));
  return symbols.length <= maxPairs ? symbols : [...(majors ?? []), ...(others ?? [])].slice(0, maxPairs);
}

type ReadPage = (query: URLSearchParams) => Promise<unknown>;

/** The newest bars that start before this instant (milliseconds UTC). */
async function readTimeSeries(readPage: ReadPage, symbol: string, before: number, rows: number): Promise<Bar[]> {
  const query = new URLSearchParams({
    symbol: pairName(symbol),
    interval: '1min',
    outputsize: String(rows),
    end_date: new Date(before - minuteMs).toISOString().slice(0, 19).replace('T', ' '),
    timezone: 'UTC',
    order: 'asc',
  });
  const answer = await readPage(query);
  const failed = ServiceError.safeParse(answer);
  if (failed.success) throw new Error(`Twelve Data: error ${failed.data.code}`);
  return TimeSeries.parse(answer).values.map(({ datetime, ...prices }) => ({
    time: Date.parse(`${datetime.replace(' ', 'T')}Z`),
    ...prices,
  }));
}
