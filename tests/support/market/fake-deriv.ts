import { readFileSync } from 'node:fs';
import { type RawData, type WebSocket, WebSocketServer } from 'ws';
import { z } from 'zod';
import { createSchemaCheck, type SchemaCheck } from './vendor-schema.ts';

export interface Tick {
  readonly symbol: string;
  readonly epoch: number;
  readonly quote: number;
  readonly bid?: number;
  readonly ask?: number;
}

const Message = z.record(z.string(), z.unknown());
const Messages = z.object({
  activeSymbols: Message,
  legacyActiveSymbols: Message,
  marketClosed: Message,
  pong: Message,
});
const Schemas = z.record(z.string(), z.object({ request: Message, response: Message }));
const readFixture = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`../../../fixtures/market-data/deriv/${name}`, import.meta.url), 'utf8'));
const messages = Messages.parse(readFixture('messages.json'));
const schemas = z.object({ calls: Schemas, legacy: Schemas }).parse(readFixture('schemas.json'));
const maxRows = 1_000;

/**
 * A fake server that speaks Deriv's protocol from the recorded messages. It fails on a request or an answer that
 * Deriv's published schemas do not allow. `now`: no candle starts later, milliseconds; by default whatever is asked
 * for exists.
 */
export async function startFakeDeriv({ legacy = false, now = () => Infinity } = {}) {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await new Promise((resolve) => server.once('listening', resolve));
  const inbox = createInbox();
  let isStalled = false;
  let rejectsSubscriptions = false;
  let oldest = 0;
  let offered: readonly string[] | null = null;
  const counts = new Map<string, number>();
  const histories: string[] = [];

  let holdsHistories = false;
  const heldHistories: (() => void)[] = [];
  const releaseHistories = (): void => {
    for (const release of heldHistories.splice(0)) release();
  };

  const checks = createChecks(legacy);

  const print = (socket: WebSocket, call: string, message: object): void => {
    checks[call]?.response(message);
    if (!isStalled) socket.send(JSON.stringify(message));
  };

  const recorded = legacy ? messages.legacyActiveSymbols : messages.activeSymbols;

  function answer(socket: WebSocket, request: Readonly<Record<string, unknown>>): void {
    const call = Object.keys(checks).find((one) => one in request);
    if (!call) throw new Error(`Deriv has no call for ${JSON.stringify(request)}`);
    checks[call]?.request(request);
    const reply = (message: object): void =>
      print(socket, call, { echo_req: request, req_id: request['req_id'], ...message });
    if (call === 'ping') reply(messages.pong);
    else if (call === 'active_symbols') reply(offered ? listActive(offered) : recorded);
    else if (call === 'ticks_history') {
      histories.push(String(request['ticks_history']).replace('frx', ''));
      heldHistories.push(() => reply(candles(request, oldest, now() / 1_000)));
      if (!holdsHistories) releaseHistories();
    } else if (rejectsSubscriptions) reply(messages.marketClosed);
    counts.set(call, (counts.get(call) ?? 0) + 1);
    inbox.put(request);
  }

  function sendTick(tick: Tick): void {
    const echo_req = { ticks: [tick.symbol], subscribe: 1 };
    const message = { echo_req, msg_type: 'tick', subscription: { id: 'one' }, tick: { pip_size: 5, ...tick } };
    everybody((socket) => print(socket, 'ticks', message));
  }

  const paths: string[] = [];
  const leaving: (() => void)[] = [];
  server.on('connection', (socket, request) => {
    paths.push(request.url ?? '');
    socket.on('close', () => queueMicrotask(() => leaving.splice(0).forEach((deliver) => deliver())));
    socket.on('message', (data) => answer(socket, Message.parse(JSON.parse(toText(data)))));
  });
  const everybody = (act: (socket: WebSocket) => void): void => server.clients.forEach(act);

  return {
    url: `ws://127.0.0.1:${getPort(server)}`,
    /** Resolves with the next subscription; one received earlier and not yet returned counts. */
    nextSubscription: async () => z.array(z.string()).parse((await inbox.next('ticks'))['ticks']),
    /** Resolves with the next request of this kind. */
    nextRequest: (kind: string) => inbox.next(kind),
    sendTick,
    sendText: (text: string) => everybody((socket) => socket.send(text)),
    /** Closes every connection cleanly. */
    closeAll: () => everybody((socket) => socket.close(1001)),
    /** From now on sends no answers, no ticks and no close: a half-open connection. */
    stall: () => void (isStalled = true),
    recover: () => void (isStalled = false),
    rejectSubscriptions: (isRejecting: boolean) => void (rejectsSubscriptions = isRejecting),
    connections: () => server.clients.size,
    /** Path and query of each connection so far. */
    paths: () => paths,
    /** Resolves when no client is connected. */
    disconnected: async () => {
      while (server.clients.size > 0) await new Promise<void>((resolve) => leaving.push(resolve));
    },
    /** From now on these pairs are listed as active, instead of the recorded ones. */
    offer: (symbols: readonly string[]) => void (offered = symbols),
    countRequests: (kind: string) => counts.get(kind) ?? 0,
    /** The pairs whose history has been asked for, a line for each call. */
    listHistories: () => histories,
    /** From now on answers to requests for history wait; false: they are sent. */
    holdHistories: (isHeld: boolean) => {
      holdsHistories = isHeld;
      if (!isHeld) releaseHistories();
    },
    /** Minutes from this epoch on have candles; older ones do not exist. */
    historyFrom: (epoch: number) => void (oldest = epoch),
    stop: () =>
      new Promise<void>((resolve) => {
        everybody((socket) => socket.terminate());
        server.close(() => resolve());
      }),
  };
}

/** What may be asked of Deriv and answered by it, by the name of the call. */
function createChecks(legacy: boolean): Readonly<Record<string, { request: SchemaCheck; response: SchemaCheck }>> {
  const used = Object.entries(legacy ? { ...schemas.calls, ...schemas.legacy } : schemas.calls);
  return Object.fromEntries(
    used.map(([call, { request, response }]) => [
      call,
      {
        request: createSchemaCheck(`request ${call}`, request),
        response: createSchemaCheck(`response ${call}`, response),
      },
    ]),
  );
}

const toText = (data: RawData): string => (Buffer.isBuffer(data) ? data.toString('utf8') : '');

function getPort(server: WebSocketServer): number {
  const address = server.address();
  return address && typeof address === 'object' ? address.port : 0;
}

/** These pairs with the fields of the first recorded one. */
const listActive = (symbols: readonly string[]): object => ({
  msg_type: 'active_symbols',
  active_symbols: symbols.map((symbol) => ({
    ...z.array(Message).parse(messages.activeSymbols['active_symbols'])[0],
    underlying_symbol: `frx${symbol}`,
  })),
});

/**
 * Minute candles that end at `end`, at most 1,000 whatever was requested; prices are derived from
 * the minute.
 */
function candles(request: Readonly<Record<string, unknown>>, oldest: number, newest: number): object {
  const last = Math.floor(Math.min(newest, Number(request['end'])) / 60) * 60;
  const count = Math.min(maxRows, Number(request['count']));
  const rows = Array.from({ length: count }, (_, i) => last - (count - 1 - i) * 60).filter((epoch) => epoch >= oldest);
  return {
    msg_type: 'candles',
    candles: rows.map((epoch) => {
      const open = 1.1 + ((epoch / 60) % 100) / 100_000;
      return { epoch, open, high: open + 0.0001, low: open - 0.0001, close: open + 0.00005 };
    }),
  };
}

export type FakeDeriv = Awaited<ReturnType<typeof startFakeDeriv>>;

type Request = Readonly<Record<string, unknown>>;

function createInbox() {
  const saved: Request[] = [];
  const waits: { readonly kind: string; resolve(request: Request): void }[] = [];
  return {
    put(request: Request): void {
      const place = waits.findIndex((wait) => wait.kind in request);
      if (place < 0) saved.push(request);
      else waits.splice(place, 1)[0]?.resolve(request);
    },
    next(kind: string): Promise<Request> {
      const place = saved.findIndex((request) => kind in request);
      const found = place < 0 ? undefined : saved.splice(place, 1)[0];
      return found ? Promise.resolve(found) : new Promise((resolve) => waits.push({ kind, resolve }));
    },
  };
}
