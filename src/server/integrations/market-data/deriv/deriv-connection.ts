import type { Scheduler } from '#server/jobs/scheduler.ts';
import { openJsonSocket } from '../live/json-socket.ts';
import { Envelope } from './deriv-messages.ts';

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
