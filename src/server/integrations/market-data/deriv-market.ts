import type { Clock } from '#domain/clock.ts';
import { findPair } from '#domain/market/currency-pair.ts';
import { minuteMs } from '#domain/time.ts';
import type { Bar } from '#engine/bar/bar.ts';
import { type Connection, openConnection } from './deriv/deriv-connection.ts';
import { ActiveSymbols, type Envelope, fromDerivSymbol, TickMessage, toDerivSymbol } from './deriv/deriv-messages.ts';
import { pageBackwards } from './deriv/page-backwards.ts';
import { reconnectDelayMs } from './deriv/reconnect-delay.ts';
import type { FeedHandlers, FeedState, MarketData } from './market-data.ts';
import type { Scheduler } from '#server/jobs/scheduler.ts';

export interface DerivMarketOptions {
  /** DERIV_WS_URL; by default the keyless endpoint, or the legacy one when there is an app id. */
  readonly url?: string;
  /** DERIV_APP_ID; when set, the legacy protocol is used. */
  readonly appId?: string | null;
  readonly symbols: readonly string[];
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  /** In [0, 1): jitter for reconnects. */
  readonly chance: () => number;
  /** Silence is an error only while the market is open. */
  readonly isMarketOpen: (time: number) => boolean;
  /** For the operator: messages of the other side that could not be used; each kind once. */
  readonly warn?: (sentence: string) => void;
}

const newEndpoint = 'wss://api.derivws.com/trading/v1/options/ws/public';
const legacyEndpoint = 'wss://ws.derivws.com/websockets/v3';
const retrySubscriptionMs = minuteMs;
/** How long a back-fill waits for a connection. */
const timeoutMs = 10_000;
/** Nothing to cancel yet. */
const nothing = (): void => undefined;

/** Ticks of Deriv over its public WebSocket (documented by the vendor; see deriv-messages.ts). No key is needed. */
export function createDerivMarket(options: DerivMarketOptions): MarketData {
  const { clock, scheduler } = options;
  const symbols = options.symbols.filter((symbol) => findPair(symbol) !== undefined);
  const url = endpoint(options);
  const warnOnce = onceEach(options.warn ?? nothing);
  let handlers: FeedHandlers | null = null;
  let connection: Connection | null = null;
  let ready = createArrival();
  let state: FeedState = { connected: false, reason: 'not started' };
  let attempt = 0;
  let brokenFrom: number | null = null;
  let lastTickAt: number | null = null;
  let isStopped = false;
  let cancelRetry: () => void = nothing;

  function print(next: FeedState): void {
    state = next;
    handlers?.onStateChange(next);
  }

  function connect(): void {
    connection = openConnection({
      url,
      scheduler,
      isMarketOpen: () => options.isMarketOpen(clock.now()),
      events: { onOpen, onMessage, onJunk: () => warnOnce('a message that is not of the protocol'), onClose },
    });
  }

  function onOpen(): void {
    const opened = connection;
    if (!opened) return;
    ready.resolve(opened);
    print({ connected: true });
    if (handlers) void subscribe(opened);
  }

  function onClose(reason: string): void {
    connection = null;
    cancelRetry();
    if (isStopped) return;
    if (ready.isResolved()) ready = createArrival();
    markBroken();
    print({ connected: false, reason });
    cancelRetry = scheduler.after(reconnectDelayMs(attempt, options.chance()), connect);
    attempt += 1;
  }

  /** Marks the stream as broken since its last message; reported once until it is back. */
  function markBroken(): void {
    if (!handlers || brokenFrom !== null) return;
    brokenFrom = lastTickAt ?? clock.now();
    handlers.onGap(symbols, brokenFrom, null);
  }

  async function subscribe(on: Connection): Promise<void> {
    try {
      const offered = await offeredSymbols(on);
      if (offered.length === 0) throw new Error('no supported pair is available');
      on.send({ ticks: offered.map(toDerivSymbol), subscribe: 1 });
    } catch (error) {
      if (connection === on) retrySubscription(error instanceof Error ? error.message : 'Deriv: no list of symbols');
    }
  }

  /**
   * A closed market rejects subscriptions: the connection is fine, so the subscription is retried.
   */
  function retrySubscription(reason: string): void {
    warnOnce(reason);
    print({ connected: true, reason });
    cancelRetry();
    cancelRetry = scheduler.after(retrySubscriptionMs, () => connection && void subscribe(connection));
  }

  async function offeredSymbols(on: Connection): Promise<string[]> {
    const legacy = options.appId ? { product_type: 'basic' } : {};
    const answer = ActiveSymbols.parse(await on.request({ active_symbols: 'brief', ...legacy }));
    const open = answer.active_symbols.filter((one) => one.is_trading_suspended !== 1);
    const named = new Set(open.map((one) => fromDerivSymbol(one.underlying_symbol ?? one.symbol ?? '')));
    const missing = symbols.filter((symbol) => !named.has(symbol));
    if (missing.length > 0) warnOnce(`not offered: ${missing.join(', ')}`);
    return symbols.filter((symbol) => named.has(symbol));
  }

  function onMessage(message: unknown, envelope: Envelope): void {
    if (envelope.error) return onError(envelope.msg_type, envelope.error.code);
    if (envelope.msg_type !== 'tick') return warnOnce(`a message of the kind ${envelope.msg_type ?? 'unknown'}`);
    const parsed = TickMessage.safeParse(message);
    if (!parsed.success) return warnOnce('a tick without symbol, epoch or quote');
    const { symbol: theirs, epoch, quote, bid = quote, ask = quote } = parsed.data.tick;
    const symbol = fromDerivSymbol(theirs);
    if (!symbol || !symbols.includes(symbol)) return warnOnce(`a tick of ${theirs}, which was not asked for`);
    recordActivity();
    handlers?.onTick({ symbol, time: epoch * 1_000, receivedAt: clock.now(), bid, ask });
  }

  function onError(kind: string | undefined, code: string): void {
    if (kind === 'tick' && code !== 'AlreadySubscribed') retrySubscription(`Deriv: ${code}`);
    else warnOnce(`error ${code}`);
  }

  function recordActivity(): void {
    attempt = 0;
    lastTickAt = clock.now();
    if (state.reason) print({ connected: true });
    if (brokenFrom === null) return;
    const from = brokenFrom;
    brokenFrom = null;
    handlers?.onGap(symbols, from, lastTickAt);
  }

  const backfill = async (symbol: string, until: number, count: number): Promise<readonly Bar[]> =>
    pageBackwards(await online(), symbol, until, count);

  /** The current connection, or the next one if it opens in time. */
  function online(): Promise<Connection> {
    if (isStopped) return Promise.reject(new Error('Deriv: stopped'));
    if (!connection && state.reason === 'not started') connect();
    const { promise, reject } = Promise.withResolvers<Connection>();
    const cancel = scheduler.after(timeoutMs, () => reject(new Error(`Deriv: ${state.reason ?? 'not connected'}`)));
    const arrived = ready.promise.then((opened) => {
      cancel();
      return opened;
    });
    return Promise.race([arrived, promise]);
  }

  async function start(given: FeedHandlers): Promise<void> {
    handlers = given;
    if (!connection && state.reason === 'not started') connect();
    else if (connection && state.connected) void subscribe(connection);
  }

  async function stop(): Promise<void> {
    isStopped = true;
    cancelRetry();
    connection?.close('stopped');
    handlers = null;
    state = { connected: false, reason: 'stopped' };
  }

  return { kind: 'deriv', isLive: true, symbols, backfill, start, stop, state: () => state };
}

/** An app id belongs to the legacy endpoint; any other address is used as configured. */
function endpoint({ url = newEndpoint, appId }: DerivMarketOptions): string {
  if (!appId) return url;
  const base = url === newEndpoint ? legacyEndpoint : url;
  return base.includes('app_id=') ? base : `${base}?app_id=${encodeURIComponent(appId)}`;
}

/**
 * Passes each sentence once and a limited number in total, because the other side controls some of
 * the text.
 */
function onceEach(warn: (sentence: string) => void): (sentence: string) => void {
  const stated = new Set<string>();
  return (sentence) => {
    if (stated.has(sentence) || stated.size > 100) return;
    stated.add(sentence);
    warn(sentence);
  };
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
