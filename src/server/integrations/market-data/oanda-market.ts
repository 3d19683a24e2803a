import type { FeedConfig } from '#server/config/market.ts';
import { noTimer } from '#server/jobs/scheduler.ts';
import { getErrorMessage } from '#domain/caught-error.ts';
import { hourMs, secondMs } from '#domain/time.ts';
import type { Bar } from '#engine/bar/bar-builder.ts';
import { createCallBudget } from './live/call-budget.ts';
import { parseJson } from './live/json-socket.ts';
import { createLiveStream, type LiveFeedOptions, toOffer } from './live/live-stream.ts';
import { pageBars, readableRows } from './live/page-bars.ts';
import type { BackfillOptions, FeedHandlers, MarketData, PairOffer } from './market-data.ts';
import { z } from 'zod';

/** The addresses are origins without a trailing slash. */
type OandaMarketOptions = Omit<LiveFeedOptions, 'isMarketOpen'> & Omit<Extract<FeedConfig, { kind: 'oanda' }>, 'kind'>;

const maxRows = 5_000;

/**
 * OANDA allows 100 requests a second, of which two may open a connection
 * (https://developer.oanda.com/rest-live-v20/best-practices/); a call may have to open one.
 */
const callLimits = { windows: [{ calls: 2, ms: secondMs }], rowsPerCall: maxRows };
const timeoutMs = 10_000;
/** How often the pairs that are not offered are asked for again. */
const offerAgainMs = hourMs;

/** Prices of an OANDA v20 account over its streaming endpoint, which the vendor documents. */
export function createOandaMarket(options: OandaMarketOptions): MarketData {
  const { symbols, streamUrl, apiUrl, account, token, clock, scheduler } = options;
  const stream = createLiveStream({ ...options, connect });
  const stopped = new AbortController();
  const budget = createCallBudget({ windows: callLimits.windows, clock, scheduler, signal: stopped.signal });
  const accountPath = `/v3/accounts/${encodeURIComponent(account)}`;
  let prices: PriceStream | null = null;
  let cancelAgain = noTimer;
  /** An account streams all of its pairs, or refuses the stream that names another. */
  let offer: PairOffer = { offered: symbols, notOffered: [] };

  function connect(): void {
    const query = new URLSearchParams({ instruments: offer.offered.map(toInstrument).join(','), snapshot: 'true' });
    const url = `${streamUrl}${accountPath}/pricing/stream?${query.toString()}`;
    prices = openPriceStream(url, options, { onOpen: stream.opened, onMessage, onClose });
  }

  function onClose(reason: string): void {
    if (reason !== 'HTTP 400') return stream.closed(reason);
    void followOffer().finally(() => stream.closed(reason));
  }

  /** Asks which pairs the account has, and again every hour while it lacks one; true: they have changed. */
  async function followOffer(): Promise<boolean> {
    const before = offer.offered.join();
    try {
      const { instruments } = InstrumentsMessage.parse(await read(`${accountPath}/instruments`));
      const named = new Set(instruments.map(({ name }) => fromInstrument(name)));
      offer = toOffer(symbols, named);
    } catch (error) {
      stream.warn(`the pairs of the account could not be read: ${getErrorMessage(error)}`);
    }
    if (stopped.signal.aborted) return false;
    cancelAgain();
    if (offer.notOffered.length > 0) cancelAgain = scheduler.after(offerAgainMs, () => void reconnectWithNewPairs());
    const isChanged = offer.offered.join() !== before;
    if (isChanged) stream.offered(offer);
    return isChanged;
  }

  async function reconnectWithNewPairs(): Promise<void> {
    if (await followOffer()) prices?.close('other pairs are offered');
  }

  function onMessage(message: unknown): void {
    const parsed = StreamMessage.safeParse(message);
    if (!parsed.success) return stream.warn('a message that is not of the protocol');
    if (parsed.data.type === 'HEARTBEAT') return;
    const { instrument, time, bids, asks, status, tradeable } = parsed.data;
    const symbol = fromInstrument(instrument);
    if (!symbols.includes(symbol)) return stream.warn(`a price of ${instrument}, which was not asked for`);
    // The snapshot at the start also contains pairs that are closed.
    if (tradeable === false || (status !== undefined && status !== 'tradeable')) return;
    const [bid, ask] = [bids[0]?.price, asks[0]?.price];
    if (bid === undefined || ask === undefined) return stream.warn(`a price of ${instrument} without bid or ask`);
    stream.deliver({ symbol, time: Date.parse(time), bid, ask });
  }

  /** The JSON of a GET that was answered with 2xx in time. */
  async function read(path: string): Promise<unknown> {
    const { signal } = stopped;
    if (signal.aborted) throw new Error('OANDA: stopped');
    const timeout = new AbortController();
    const cancel = scheduler.after(timeoutMs, () => timeout.abort());
    let status: number | null = null;
    try {
      const headers = { authorization: `Bearer ${token}` };
      const either = AbortSignal.any([signal, timeout.signal]);
      const response = await fetch(apiUrl + path, { headers, redirect: 'error', signal: either });
      if (!response.ok) status = response.status;
      else return await response.json();
    } catch (cause) {
      const reason = signal.aborted ? 'stopped' : timeout.signal.aborted ? 'no answer within 10 s' : 'no usable answer';
      throw new Error(`OANDA: ${reason}`, { cause });
    } finally {
      cancel();
    }
    throw new Error(`OANDA: HTTP ${status}`);
  }

  const readInTurn = async (path: string, { priority, signal }: BackfillOptions): Promise<unknown> => {
    await budget.takeTurn(priority, signal);
    return read(path);
  };

  return {
    kind: 'oanda',
    isLive: true,
    symbols,
    offer: () => offer,
    callLimits,
    countCallsLeft: budget.countLeft,
    backfill: async (symbol, until, count, backfillOptions = {}) => {
      if (!offer.offered.includes(symbol)) throw new Error(`OANDA: ${symbol} is not offered`);
      const readPage = (path: string) => readInTurn(path, backfillOptions);
      const readBefore = (before: number, rows: number) => readCandles(readPage, symbol, before, rows);
      return pageBars({ symbol, until, count, from: backfillOptions.from, maxRows, readBefore });
    },
    start: async (handlers: FeedHandlers) => {
      stream.start(handlers);
      handlers.onOffer(offer);
      connect();
    },
    stop: async () => {
      stream.stop();
      cancelAgain();
      stopped.abort();
      prices?.close('stopped');
    },
    state: stream.state,
  };
}

interface PriceStreamEvents {
  onOpen(): void;
  /** Null: the line is not JSON. */
  onMessage(message: unknown): void;
  /** Called once with the reason, whichever side ended the stream. */
  onClose(reason: string): void;
}

interface PriceStream {
  close(reason: string): void;
}

/** Two missed heartbeats, which come every five seconds whether or not the market is open. */
const silenceMs = 10_000;
const maxLineLength = 64 * 1_024;

/** One streaming response: newline-delimited JSON with a watchdog; it does not reconnect by itself. */
function openPriceStream(
  url: string,
  { token, scheduler }: OandaMarketOptions,
  events: PriceStreamEvents,
): PriceStream {
  const abort = new AbortController();
  let isClosed = false;
  let cancelWatch = watch();

  function watch(): () => void {
    return scheduler.after(silenceMs, () => close('no heartbeat for 10 s'));
  }

  function close(reason: string): void {
    if (isClosed) return;
    isClosed = true;
    cancelWatch();
    abort.abort();
    events.onClose(reason);
  }

  async function read(): Promise<void> {
    const headers = { authorization: `Bearer ${token}` };
    const response = await fetch(url, { headers, redirect: 'error', signal: abort.signal });
    if (!response.ok || !response.body) return close(`HTTP ${response.status}`);
    if (isClosed) return;
    events.onOpen();
    for await (const line of toLines(response.body)) {
      if (isClosed) return;
      cancelWatch();
      cancelWatch = watch();
      events.onMessage(parseJson(line));
    }
    close('ended by the other side');
  }

  read().catch((error: unknown) => close(getErrorMessage(error)));
  return { close };
}

async function* toLines(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of body) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > maxLineLength) throw new Error('a line without an end');
    yield* lines.filter((line) => line.trim() !== '');
  }
}

/** The path is relative to the API's URL. */
type ReadPage = (path: string) => Promise<unknown>;

/** The newest complete candles that start before this instant (milliseconds UTC). */
async function readCandles(readPage: ReadPage, symbol: string, before: number, count: number): Promise<Bar[]> {
  const query = new URLSearchParams({
    granularity: 'M1',
    price: 'M',
    count: String(count),
    to: new Date(before).toISOString(),
  });
  const { candles } = CandlesMessage.parse(
    await readPage(`/v3/instruments/${toInstrument(symbol)}/candles?${query.toString()}`),
  );
  return candles
    .filter(({ complete }) => complete)
    .map(({ time, mid: { o, h, l, c } }) => ({ time: Date.parse(time), open: o, high: h, low: l, close: c }));
}

/**
 * Messages of OANDA's v20 REST and streaming API (its public documentation). Only fields that are
 * read are validated, unknown fields are allowed; prices are strings.
 */

const Level = z.object({ price: z.coerce.number() });

/**
 * ← {"type":"PRICE","time":"2026-09-15T12:00:00.123456789Z","instrument":"EUR_USD","status":"tradeable",
 *    "bids":[{"price":"1.10510","liquidity":1000000}],"asks":[{"price":"1.10514","liquidity":1000000}]}
 */
const PriceMessage = z.object({
  type: z.literal('PRICE'),
  time: z.string(),
  instrument: z.string(),
  tradeable: z.boolean().optional(),
  status: z.string().optional(),
  bids: z.array(Level),
  asks: z.array(Level),
});

/** ← {"type":"HEARTBEAT","time":"2026-09-15T12:00:05.000000000Z"}, every five seconds. */
const HeartbeatMessage = z.object({ type: z.literal('HEARTBEAT') });

const StreamMessage = z.discriminatedUnion('type', [PriceMessage, HeartbeatMessage]);

/**
 * ← {"instrument":"EUR_USD","granularity":"M1","candles":[{"complete":true,"volume":42,
 *    "time":"2026-09-15T11:59:00.000000000Z","mid":{"o":"1.10510","h":"1.10520","l":"1.10505","c":"1.10515"}}]}
 */
const CandlesMessage = z.object({
  candles: readableRows(
    z.object({
      complete: z.boolean(),
      time: z.string(),
      mid: z.object({
        o: z.coerce.number(),
        h: z.coerce.number(),
        l: z.coerce.number(),
        c: z.coerce.number(),
      }),
    }),
  ),
});

/** ← {"instruments":[{"name":"EUR_USD","type":"CURRENCY","displayName":"EUR/USD"}]} of the account. */
const InstrumentsMessage = z.object({ instruments: readableRows(z.object({ name: z.string() })) });

/** OANDA's name of a pair: EUR_USD. */
const toInstrument = (symbol: string): string => `${symbol.slice(0, 3)}_${symbol.slice(3)}`;
const fromInstrument = (instrument: string): string => instrument.replace('_', '');
