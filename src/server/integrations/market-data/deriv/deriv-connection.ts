import { type RawData, WebSocket } from 'ws';
import type { Scheduler } from '#server/jobs/scheduler.ts';
import { Envelope } from './deriv-messages.ts';
import { createWatchdog, type Watchdog } from './watchdog.ts';

interface ConnectionEvents {
  onOpen(): void;
  /** A message that answers no request: a tick, or an error of a subscription. */
  onMessage(message: unknown, envelope: Envelope): void;
  onJunk(text: string): void;
  /** Called once with the reason, whichever side closed the connection. */
  onClose(reason: string): void;
}

export interface ConnectionNeeds {
  readonly url: string;
  readonly scheduler: Scheduler;
  readonly isMarketOpen: () => boolean;
  readonly events: ConnectionEvents;
}

/**
 * Lifetime of one socket: numbered requests, pings and a watchdog; it does not reconnect by itself.
 */
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
const pingEveryMs = 30_000;
/** F8: 5 s of silence in market hours means a dead connection. */
const silenceMs = 5_000;
const requestTimeoutMs = 10_000;
const closeQuietlyMs = 1_000;
const maxBytes = 4 * 1_024 * 1_024;
/** Nothing to cancel yet. */
const nothing = (): void => undefined;

interface Waiting {
  resolve(message: unknown): void;
  reject(error: Error): void;
  cancel(): void;
}

export function openConnection({ url, scheduler, isMarketOpen, events }: ConnectionNeeds): Connection {
  const socket = new WebSocket(url, { handshakeTimeout: requestTimeoutMs, maxPayload: maxBytes });
  const waiting = new Map<number, Waiting>();
  let lastRequest = 0;
  let isClosed = false;
  let watchdog: Watchdog | null = null;
  let stopPinging = nothing;
  let stopWaiting = nothing;

  const send = (body: Readonly<Record<string, unknown>>): void => {
    if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(body));
  };

  function keepAlive(): void {
    stopPinging = scheduler.after(pingEveryMs, () => {
      send({ ping: 1 });
      keepAlive();
    });
  }

  function close(reason: string): void {
    if (isClosed) return;
    isClosed = true;
    watchdog?.stop();
    stopPinging();
    for (const one of waiting.values()) {
      one.cancel();
      one.reject(new Error(`Deriv: ${reason}`));
    }
    waiting.clear();
    socket.close();
    // A dead connection does not answer the closing handshake either.
    stopWaiting = scheduler.after(closeQuietlyMs, () => socket.terminate());
    events.onClose(reason);
  }

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
      send({ ...body, req_id: id });
    });
  }

  function take(text: string): void {
    if (isClosed) return;
    watchdog?.fed();
    const message = parseJson(text);
    const envelope = Envelope.safeParse(message);
    if (!envelope.success) return events.onJunk(text);
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

  socket.on('open', () => {
    if (isClosed) return socket.terminate();
    keepAlive();
    watchdog = createWatchdog({
      scheduler,
      silenceMs,
      isWatching: isMarketOpen,
      probe: () => send({ ping: 1 }),
      bark: () => {
        close('no bytes for 5 s');
        socket.terminate();
      },
    });
    events.onOpen();
  });
  socket.on('message', (data) => take(textOf(data)));
  socket.on('error', (error) => close(error.message));
  socket.on('close', (code) => {
    close(`closed by the other side (${code})`);
    stopWaiting();
  });

  return { request, send, close };
}

/** One Buffer, the default binary type of ws; the other forms do not occur. */
const textOf = (data: RawData): string => (Buffer.isBuffer(data) ? data.toString('utf8') : '');

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
