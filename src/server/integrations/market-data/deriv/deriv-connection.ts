import type { Scheduler } from '#server/jobs/scheduler.ts';
import { openJsonSocket } from '#server/integrations/market-data/live/json-socket.ts';
import { z } from 'zod';
import { readableRows } from '#server/integrations/market-data/live/page-bars.ts';

interface ConnectionEvents {
  onOpen(): void;
  /** A message that answers no request: a tick, or an error of a subscription. */
  onMessage(message: unknown, envelope: Envelope): void;
  onJunk(): void;
  /** Called once with the reason, whichever side closed the connection. */
  onClose(reason: string): void;
}

/** Lifetime of one socket with numbered requests; it does not reconnect by itself. */
export interface Connection {
  /**
   * The response to a request; rejects on an error frame, on timeout, and when the connection
   * closes.
   */
  request(body: Readonly<Record<string, unknown>>): Promise<unknown>;
  send(body: Readonly<Record<string, unknown>>): void;
  close(reason: string): void;
}

/** Idle sockets are closed after two minutes. */
const heartbeatMs = 30_000;
const requestTimeoutMs = 10_000;

interface Waiting {
  resolve(message: unknown): void;
  reject(error: Error): void;
  cancel(): void;
}

export function openConnection(
  url: string,
  scheduler: Scheduler,
  isMarketOpen: () => boolean,
  events: ConnectionEvents,
): Connection {
  const waiting = new Map<number, Waiting>();
  let lastRequest = 0;
  let isClosed = false;

  function request(body: Readonly<Record<string, unknown>>): Promise<unknown> {
    if (isClosed) return Promise.reject(new Error('Deriv: not connected'));
    lastRequest += 1;
    const id = lastRequest;
    return new Promise((resolve, reject) => {
      const cancel = scheduler.after(requestTimeoutMs, () => {
        waiting.delete(id);
        reject(new Error('Deriv: no answer within 10 s'));
      });
      waiting.set(id, { resolve, reject, cancel });
      socket.send({ ...body, req_id: id });
    });
  }

  function onMessage(message: unknown): void {
    const envelope = Envelope.safeParse(message);
    if (!envelope.success) return events.onJunk();
    if (envelope.data.msg_type === 'ping') return;
    const id = envelope.data.req_id;
    const requested = id === undefined ? undefined : waiting.get(id);
    if (id === undefined || !requested) return events.onMessage(message, envelope.data);
    waiting.delete(id);
    requested.cancel();
    const { error } = envelope.data;
    if (error) requested.reject(new Error(`Deriv: ${error.code}`));
    else requested.resolve(message);
  }

  function onClose(reason: string): void {
    isClosed = true;
    for (const one of waiting.values()) {
      one.cancel();
      one.reject(new Error(`Deriv: ${reason}`));
    }
    waiting.clear();
    events.onClose(reason);
  }

  const socket = openJsonSocket({
    url,
    scheduler,
    isMarketOpen,
    heartbeat: { ping: 1 },
    heartbeatMs,
    events: { onOpen: events.onOpen, onMessage, onClose },
  });
  return { request, send: socket.send, close: socket.close };
}

/**
 * Messages of Deriv's WebSocket API (its public documentation; new endpoint and legacy v3). Only
 * fields that are read are validated, unknown fields are allowed, and fields documented as optional
 * are optional here.
 */

/**
 * ← {"msg_type":"active_symbols","active_symbols":[{"underlying_symbol":"frxEURUSD","pip_size":0.00001,
 *    "exchange_is_open":1,"is_trading_suspended":0}]}; legacy names: symbol, pip.
 */
const ActiveSymbol = z.object({
  underlying_symbol: z.string().optional(),
  symbol: z.string().optional(),
  is_trading_suspended: z.coerce.number().optional(),
});
export const ActiveSymbols = z.object({ active_symbols: readableRows(ActiveSymbol) });

/**
 * ← {"msg_type":"tick","subscription":{"id":"…"},"tick":{"symbol":"frxEURUSD","epoch":1726000000,"quote":1.10512,
 *    "bid":1.1051,"ask":1.10514,"pip_size":5}}; bid, ask and pip_size may be absent.
 */
export const TickMessage = z.object({
  tick: z.object({
    symbol: z.string(),
    epoch: z.coerce.number(),
    quote: z.coerce.number(),
    bid: z.coerce.number().optional(),
    ask: z.coerce.number().optional(),
  }),
});

/** ← {"msg_type":"candles","candles":[{"epoch":1726000000,"open":1.1,"high":1.1,"low":1.1,"close":1.1}]} */
export const CandlesMessage = z.object({
  candles: readableRows(
    z.object({
      epoch: z.coerce.number(),
      open: z.coerce.number(),
      high: z.coerce.number(),
      low: z.coerce.number(),
      close: z.coerce.number(),
    }),
  ),
});

/** ← {"msg_type":"tick","req_id":2,"error":{"code":"MarketIsClosed","message":"This market is presently closed."}} */
export const Envelope = z.object({
  msg_type: z.string().optional(),
  req_id: z.number().optional(),
  error: z.object({ code: z.string(), message: z.string().optional() }).optional(),
});
export type Envelope = z.infer<typeof Envelope>;

const prefix = 'frx';

/**
 * Deriv's symbol of a pair. Broker-made prices (OTC symbols) have other prefixes and are never
 * requested.
 */
export const toDerivSymbol = (symbol: string): string => `${prefix}${symbol}`;

/** Our symbol, or null for anything but a real currency pair. */
export const fromDerivSymbol = (symbol: string): string | null =>
  /^frx[A-Z]{6}$/.test(symbol) ? symbol.slice(prefix.length) : null;
