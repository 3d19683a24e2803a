import { noTimer } from '#server/jobs/scheduler.ts';
import { getErrorMessage } from '#domain/caught-error.ts';
import { hourMs, minuteMs } from '#domain/time.ts';
import type { Bar } from '#engine/bar/bar-builder.ts';
import { derivAddress } from '#server/config/market.ts';
import {
  type Connection,
  openConnection,
  ActiveSymbols,
  CandlesMessage,
  type Envelope,
  fromDerivSymbol,
  TickMessage,
  toDerivSymbol,
} from './deriv/deriv-connection.ts';
import { createCallBudget } from './live/call-budget.ts';
import { createLiveStream, type LiveFeedOptions, reconnectDelayMs, toOffer } from './live/live-stream.ts';
import { pageBars } from './live/page-bars.ts';
import type { BackfillOptions, FeedHandlers, MarketData, PairOffer } from './market-data.ts';

interface DerivMarketOptions extends LiveFeedOptions {
  /** DERIV_WS_URL; by default the keyless endpoint, or the legacy one when there is an app id. */
  readonly url?: string;
  /** DERIV_APP_ID; when set, the legacy protocol is used. */
  readonly appId?: string | null;
}

const legacyAddress = 'wss://ws.derivws.com/websockets/v3';
const retrySubscriptionMs = minuteMs;
/** How often the pairs that are not offered are asked for again. */
const offerAgainMs = hourMs;
const maxRows = 1_000;
/**
 * Half of the 220 calls a minute that Deriv allows (https://developers.deriv.com/docs/limits): the
 * rest is for live calls, and for the history of a second engine that waits for the lead.
 */
const callLimits = { windows: [{ calls: 110, ms: minuteMs }], rowsPerCall: maxRows };
/** How long a back-fill waits for a connection. */
const timeoutMs = 10_000;

/** Ticks of Deriv over its public WebSocket (documented by the vendor; see deriv-connection.ts). No key is needed. */
export function createDerivMarket(options: DerivMarketOptions): MarketData {
  const { symbols, clock, scheduler, chance } = options;
  const url = getAddress(options);
  const stream = createLiveStream({ ...options, connect });
  const stopped = new AbortController();
  const budget = createCallBudget({ windows: callLimits.windows, clock, scheduler, signal: stopped.signal });
  let connection: Connection | null = null;
  let ready = createArrival();
  let cancelRetry = noTimer;
  let offer: PairOffer | null = null;
  /** How many requests for the list of pairs have failed in a row. */
  let failedRequests = 0;
  /** On the current connection. */
  const subscribed = new Set<string>();

  function connect(): void {
    connection = openConnection(url, scheduler, () => options.isMarketOpen(clock.now()), {
      onOpen,
      onMessage,
      onJunk: () => stream.warn('a message that is not of the protocol'),
      onClose,
    });
  }

  function onOpen(): void {
    const opened = connection;
    if (!opened) return;
    stream.opened();
    void followOffer(opened);
  }

  function onClose(reason: string): void {
    connection = null;
    subscribed.clear();
    cancelRetry();
    if (ready.isResolved()) ready = createArrival();
    stream.closed(reason);
  }

  /** Asks what is offered, now and every hour, and subscribes to what is new. */
  async function followOffer(on: Connection): Promise<void> {
    try {
      const next = await fetchOffer(on);
      if (connection !== on) return;
      failedRequests = 0;
      setOffer(next);
      ready.resolve(on);
      subscribe(on);
      if (next.offered.length === 0) return retrySubscription('no supported pair is available');
      askAgainAfter(offerAgainMs);
    } catch (error) {
      if (connection === on) retryOffer(getErrorMessage(error));
    }
  }

  /**
   * Within seconds, because no pair has a price until then: on a busy machine the answer may only
   * have been read too late.
   */
  function retryOffer(reason: string): void {
    stream.warn(reason);
    stream.waiting(reason);
    askAgainAfter(reconnectDelayMs(failedRequests, chance()));
    failedRequests += 1;
  }

  function setOffer(next: PairOffer): void {
    const isChanged = offer?.offered.join() !== next.offered.join();
    offer = next;
    for (const symbol of next.notOffered) subscribed.delete(symbol);
    if (isChanged) stream.offered(next);
  }

  function subscribe(on: Connection): void {
    if (!stream.isStarted()) return;
    const added = (offer?.offered ?? []).filter((symbol) => !subscribed.has(symbol));
    if (added.length === 0) return;
    for (const symbol of added) subscribed.add(symbol);
    on.send({ ticks: added.map(toDerivSymbol), subscribe: 1 });
  }

  /**
   * A closed market rejects subscriptions: the connection is fine, so the subscription is retried.
   */
  function retrySubscription(reason: string): void {
    stream.warn(reason);
    stream.waiting(reason);
    subscribed.clear();
    askAgainAfter(retrySubscriptionMs);
  }

  function askAgainAfter(ms: number): void {
    cancelRetry();
    cancelRetry = scheduler.after(ms, () => connection && void followOffer(connection));
  }

  async function fetchOffer(on: Connection): Promise<PairOffer> {
    const legacy = options.appId ? { product_type: 'basic' } : {};
    const answer = ActiveSymbols.parse(await on.request({ active_symbols: 'brief', ...legacy }));
    const open = answer.active_symbols.filter((one) => one.is_trading_suspended !== 1);
    const named = new Set(open.map((one) => fromDerivSymbol(one.underlying_symbol ?? one.symbol ?? '')));
    return toOffer(symbols, named);
  }

  function onMessage(message: unknown, envelope: Envelope): void {
    if (envelope.error) return onError(envelope.msg_type, envelope.error.code);
    if (envelope.msg_type !== 'tick') return stream.warn(`a message of the kind ${envelope.msg_type ?? 'unknown'}`);
    const parsed = TickMessage.safeParse(message);
    if (!parsed.success) return stream.warn('a tick without symbol, epoch or quote');
    const { symbol: theirs, epoch, quote, bid = quote, ask = quote } = parsed.data.tick;
    const symbol = fromDerivSymbol(theirs);
    if (!symbol || !symbols.includes(symbol)) return stream.warn(`a tick of ${theirs}, which was not asked for`);
    stream.deliver({ symbol, time: epoch * 1_000, bid, ask });
  }

  function onError(kind: string | undefined, code: string): void {
    if (kind === 'tick' && code !== 'AlreadySubscribed') retrySubscription(`Deriv: ${code}`);
    else stream.warn(`error ${code}`);
  }

  async function backfill(
    symbol: string,
    until: number,
    count: number,
    { from, priority, signal }: BackfillOptions = {},
  ): Promise<readonly Bar[]> {
    await online();
    if (!offer?.offered.includes(symbol)) throw new Error(`Deriv: ${symbol} is not offered`);
    const request = async (body: Readonly<Record<string, unknown>>): Promise<unknown> => {
      await budget.takeTurn(priority, signal);
      return (await online()).request(body);
    };
    const readBefore = (before: number, rows: number) => readCandles(request, symbol, before, rows);
    return pageBars({ symbol, until, count, from, maxRows, readBefore });
  }

  /** The current connection once it has said what is offered, or the next one if it opens in time. */
  function online(): Promise<Connection> {
    if (stopped.signal.aborted) return Promise.reject(new Error('Deriv: stopped'));
    if (!connection && stream.state().reason === 'not started') connect();
    const { promise, reject } = Promise.withResolvers<Connection>();
    const cancel = scheduler.after(timeoutMs, () =>
      reject(new Error(`Deriv: ${stream.state().reason ?? 'not connected'}`)),
    );
    const arrived = ready.promise.then((opened) => {
      cancel();
      return opened;
    });
    return Promise.race([arrived, promise]);
  }

  async function start(handlers: FeedHandlers): Promise<void> {
    const isFirst = !connection && stream.state().reason === 'not started';
    stream.start(handlers);
    if (offer) handlers.onOffer(offer);
    if (isFirst) connect();
    else if (connection && stream.state().connected) subscribe(connection);
  }

  async function stop(): Promise<void> {
    stopped.abort();
    cancelRetry();
    stream.stop();
    connection?.close('stopped');
  }

  return {
    kind: 'deriv',
    isLive: true,
    symbols,
    offer: () => offer,
    callLimits,
    countCallsLeft: budget.countLeft,
    backfill,
    start,
    stop,
    state: stream.state,
  };
}

/** An app id belongs to the legacy endpoint; any other address is used as configured. */
function getAddress({ url = derivAddress, appId }: DerivMarketOptions): string {
  if (!appId) return url;
  const base = url === derivAddress ? legacyAddress : url;
  return base.includes('app_id=') ? base : `${base}?app_id=${encodeURIComponent(appId)}`;
}

/** A connection that callers wait for. */
interface Arrival {
  readonly promise: Promise<Connection>;
  resolve(connection: Connection): void;
  isResolved(): boolean;
}

function createArrival(): Arrival {
  const { promise, resolve } = Promise.withResolvers<Connection>();
  let isResolved = false;
  return {
    promise,
    resolve(connection) {
      isResolved = true;
      resolve(connection);
    },
    isResolved: () => isResolved,
  };
}

/** The newest candles that start before this instant (milliseconds UTC). */
async function readCandles(
  request: Connection['request'],
  symbol: string,
  before: number,
  count: number,
): Promise<Bar[]> {
  const end = String(Math.floor(before / 1_000) - 1);
  const query = { ticks_history: toDerivSymbol(symbol), style: 'candles', granularity: 60, count, end };
  const { candles } = CandlesMessage.parse(await request(query));
  return candles.map(({ epoch, open, high, low, close }) => ({ time: epoch * 1_000, open, high, low, close }));
}
