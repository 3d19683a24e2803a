import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { WebSocketServer } from 'ws';
import { z } from 'zod';
import { minuteMs, startOfMinute } from '#domain/time.ts';
import { closeServer, listenLocally } from '../network/local-server.ts';

interface Price {
  readonly symbol: string;
  readonly timestamp: number;
  readonly price: number;
  readonly bid?: number;
  readonly ask?: number;
}

/** A fake server that speaks Twelve Data's protocol, WebSocket and REST, from the recorded messages. */
export interface FakeTwelveData {
  readonly wsUrl: string;
  readonly apiUrl: string;
  /** Resolves with the symbols of the next subscription; one received earlier and not yet returned counts. */
  nextSubscription(): Promise<readonly string[]>;
  nextHeartbeat(): Promise<void>;
  sendPrice(price: Price): void;
  sendText(text: string): void;
  /** Closes every connection cleanly. */
  closeAll(): void;
  /** From now on sends no answers, no prices and no close: a half-open connection. */
  stall(): void;
  recover(): void;
  failSymbols(symbols: readonly string[]): void;
  limitCalls(isLimiting: boolean): void;
  /** From now on the service counts so many calls of this day. */
  useCalls(daily: number): void;
  nextCall(): Promise<void>;
  calls(): number;
  stop(): Promise<void>;
}

const Message = z.record(z.string(), z.unknown());
const fixture = new URL('../../../fixtures/market-data/twelvedata/messages.json', import.meta.url);
const messages = Message.parse(JSON.parse(readFileSync(fixture, 'utf8')));
const getErrorMessage = (name: string) => Message.parse(messages[name]);
const Request = z.object({ action: z.string(), params: z.object({ symbols: z.string() }).optional() });
const maxRows = 5_000;
export const twelveDataKey = 'a-key-of-tests';

export async function startFakeTwelveData(): Promise<FakeTwelveData> {
  const subscriptions = createQueue<readonly string[]>();
  const heartbeats = createQueue<void>();
  const arrivals = createQueue<void>();
  let isStalled = false;
  let isLimiting = false;
  let failing: readonly string[] = [];
  let calls = 0;
  let dailyUsage = 0;

  const answer = (url: URL): object => {
    if (isLimiting) return getErrorMessage('limited');
    if (url.pathname === '/api_usage') return { ...getErrorMessage('usage'), daily_usage: dailyUsage };
    return timeSeries(url);
  };

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://fake');
    calls += 1;
    arrivals.put();
    if (url.searchParams.get('apikey') !== twelveDataKey) response.writeHead(401).end('{}');
    else response.end(JSON.stringify(answer(url)));
  });
  const sockets = new WebSocketServer({ server });
  sockets.on('connection', (socket) =>
    socket.on('message', (data) => {
      const text = Buffer.isBuffer(data) ? data.toString('utf8') : '';
      const { action, params } = Request.parse(JSON.parse(text));
      if (action === 'heartbeat') {
        if (!isStalled) socket.send(JSON.stringify(getErrorMessage('heartbeat')));
        heartbeats.put();
      } else {
        const fails = failing.length > 0 ? failing.map((symbol) => ({ symbol })) : null;
        if (!isStalled) socket.send(JSON.stringify({ ...getErrorMessage('subscribed'), fails }));
        subscriptions.put((params?.symbols ?? '').split(','));
      }
    }),
  );
  const port = await listenLocally(server);
  const sendText = (text: string): void => {
    if (!isStalled) for (const socket of sockets.clients) socket.send(text);
  };

  return {
    wsUrl: `ws://127.0.0.1:${port}/v1/quotes/price`,
    apiUrl: `http://127.0.0.1:${port}`,
    nextSubscription: subscriptions.next,
    nextHeartbeat: heartbeats.next,
    sendPrice: (price) => sendText(JSON.stringify({ ...getErrorMessage('barePrice'), ...price })),
    sendText,
    closeAll: () => sockets.clients.forEach((socket) => socket.close(1001)),
    stall: () => void (isStalled = true),
    recover: () => void (isStalled = false),
    failSymbols: (symbols) => void (failing = symbols),
    limitCalls: (limits) => void (isLimiting = limits),
    useCalls: (daily) => void (dailyUsage = daily),
    nextCall: arrivals.next,
    calls: () => calls,
    stop: () => {
      for (const socket of sockets.clients) socket.terminate();
      sockets.close();
      return closeServer(server);
    },
  };
}

/** Minute bars that start at or before `end_date`. */
function timeSeries({ searchParams }: URL): object {
  const end = Date.parse(`${(searchParams.get('end_date') ?? '').replace(' ', 'T')}Z`);
  const count = Math.min(maxRows, Number(searchParams.get('outputsize')));
  const newest = startOfMinute(end);
  const values = Array.from({ length: count }, (_, i) => newest - (count - 1 - i) * minuteMs).map((time) => {
    const open = 1.1 + ((time / minuteMs) % 100) / 100_000;
    const prices = { open, high: open + 0.0001, low: open - 0.0001, close: open + 0.00005 };
    return {
      datetime: new Date(time).toISOString().slice(0, 19).replace('T', ' '),
      ...Object.fromEntries(Object.entries(prices).map(([key, price]) => [key, price.toFixed(5)])),
    };
  });
  return { meta: { symbol: searchParams.get('symbol'), interval: '1min' }, status: 'ok', values };
}

function createQueue<T>() {
  const saved: T[] = [];
  const waits: ((item: T) => void)[] = [];
  return {
    put: (item: T): void => {
      const wait = waits.shift();
      if (wait) wait(item);
      else saved.push(item);
    },
    next: (): Promise<T> =>
      saved.length > 0
        ? Promise.resolve(saved.splice(0, 1)).then(([item]) => item as T)
        : new Promise((resolve) => waits.push(resolve)),
  };
}
