import { createParser } from 'eventsource-parser';
import { useEffect, useEffectEvent, useState } from 'react';
import { type EventName, eventNames } from '#contract/event-names.ts';
import type { EventData } from '#contract/events.ts';
import { createStore } from '../create-store.ts';
import { accessToken, refreshSession, renewEndingToken } from './access-token.ts';

/** Messages between tabs: the tab that holds the stream forwards every event. */
type Message =
  | { readonly kind: 'state'; readonly isOpen: boolean }
  | { readonly kind: 'alive' }
  | { readonly kind: 'event'; readonly event: RawEvent };

export interface StreamHealth {
  readonly isOpen: boolean;
  /** performance.now() of the last byte; null before the first. */
  readonly lastEventAt: number | null;
}

const closed: StreamHealth = { isOpen: false, lastEventAt: null };

/** The data is trusted to have the shape of its event, because it comes from our own server. */
type Handler = (data: unknown) => void;

/** One tab holds the stream (Web Lock): HTTP/1.1 allows six connections per origin. */
const lockName = 'events';

class EventHub {
  readonly #handlers = new Map<EventName, Set<Handler>>();
  readonly #health = createStore<StreamHealth>(closed);
  #lastEventId: string | null = null;
  #users = 0;
  #stop: AbortController | null = null;
  #channel: BroadcastChannel | null = null;

  /** The stream is open while at least one holder exists. */
  hold(): () => void {
    this.#users += 1;
    if (this.#users === 1) this.#start();
    return () => {
      this.#users -= 1;
      if (this.#users === 0) this.#end();
    };
  }

  on<Name extends EventName>(name: Name, handler: (data: EventData<Name>) => void): () => void {
    const handlers = this.#handlers.get(name) ?? new Set();
    this.#handlers.set(name, handlers);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the compiler cannot tie a map's key to its value
    const untied = handler as Handler;
    handlers.add(untied);
    return () => handlers.delete(untied);
  }

  readonly health = this.#health.get;

  readonly onHealth = this.#health.subscribe;

  #start(): void {
    const stop = new AbortController();
    this.#stop = stop;
    this.#channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel(lockName) : null;
    this.#channel?.addEventListener('message', ({ data }: MessageEvent<Message>) => this.#receive(data));
    const run = (): Promise<void> => this.#run(stop.signal);
    const started = navigator.locks ? navigator.locks.request(lockName, { signal: stop.signal }, run) : run();
    started.catch(() => undefined);
  }

  #end(): void {
    this.#stop?.abort();
    this.#channel?.close();
    this.#channel = null;
    this.#health.set(closed);
  }

  #run(abort: AbortSignal): Promise<void> {
    const dispatch = (message: Message): void => {
      if (abort.aborted) return;
      this.#receive(message);
      this.#channel?.postMessage(message);
    };
    return runEventSource(dispatch, () => this.#lastEventId, abort);
  }

  #receive(message: Message): void {
    if (message.kind === 'state') this.#health.set({ ...this.health(), isOpen: message.isOpen });
    else this.#health.set({ isOpen: true, lastEventAt: performance.now() });
    if (message.kind === 'event') this.#deliver(message.event);
  }

  #deliver({ name, id, data }: RawEvent): void {
    // A resumed stream may repeat its last event; the same id is delivered once.
    if (id !== null && id === this.#lastEventId) return;
    if (id !== null) this.#lastEventId = id;
    if (!isEventName(name)) return;
    const message = parseJson(data);
    if (message === undefined) return;
    for (const handler of this.#handlers.get(name) ?? []) handler(message);
  }
}

export const eventHub = new EventHub();

/** Calls the handler for each event of that name while the component is mounted. */
export function useEvent<Name extends EventName>(name: Name, handler: (data: EventData<Name>) => void): void {
  const latest = useEffectEvent(handler);
  useEffect(() => eventHub.on(name, (data) => latest(data)), [name]);
}

/** Resumes after the last received event, with backoff after failures, until aborted. */
async function runEventSource(
  dispatch: (message: Message) => void,
  lastEventId: () => string | null,
  abort: AbortSignal,
): Promise<void> {
  let failures = 0;
  let requestedDelayMs: number | null = null;
  while (!abort.aborted) {
    const response = await connect(lastEventId(), abort);
    if (response?.body) {
      dispatch({ kind: 'state', isOpen: true });
      await readEvents(response.body, {
        onAlive: () => {
          failures = 0;
          dispatch({ kind: 'alive' });
        },
        onEvent: (event) => dispatch({ kind: 'event', event }),
        onRetry: (milliseconds) => {
          requestedDelayMs = milliseconds;
        },
      }).catch(() => undefined);
    }
    if (abort.aborted) return;
    dispatch({ kind: 'state', isOpen: false });
    await pause(reconnectDelay(failures, Math.random(), requestedDelayMs), abort);
    failures += 1;
  }
}

async function connect(lastEventId: string | null, abort: AbortSignal): Promise<Response | null> {
  await renewEndingToken(Date.now());
  const response = await open(lastEventId, abort);
  if (response?.status !== 401) return response?.ok ? response : null;
  if (!(await refreshSession().catch(() => null))) return null;
  const retried = await open(lastEventId, abort);
  return retried?.ok ? retried : null;
}

function open(lastEventId: string | null, abort: AbortSignal): Promise<Response | null> {
  const headers = new Headers({ accept: 'text/event-stream', authorization: `Bearer ${accessToken() ?? ''}` });
  if (lastEventId) headers.set('last-event-id', lastEventId);
  return fetch('/api/events', { headers, cache: 'no-store', signal: abort }).catch(() => null);
}

/** Waits for the delay, or until the network returns. */
function pause(milliseconds: number, abort: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      removeEventListener('online', done);
      abort.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    addEventListener('online', done);
    abort.addEventListener('abort', done);
  });
}

const firstMs = 500;
const maxMs = 30_000;

/** Exponential backoff of 0.5 to 30 s, half of it random to spread the clients. */
export function reconnectDelay(failures: number, random: number, requestedDelayMs: number | null): number {
  const base = Math.min(maxMs, (requestedDelayMs ?? firstMs) * 2 ** Math.min(failures, 10));
  return base / 2 + (base / 2) * random;
}

const isEventName = (name: string): name is EventName => eventNames.some((known) => known === name);

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export interface RawEvent {
  readonly name: string;
  readonly id: string | null;
  readonly data: string;
}

interface EventHandlers {
  /** Called for any received byte, heartbeats included. */
  readonly onAlive: () => void;
  readonly onEvent: (event: RawEvent) => void;
  /** Delay before the next connection, requested by the server, in milliseconds. */
  readonly onRetry: (milliseconds: number) => void;
}

/** Reads a `text/event-stream` to its end. */
export async function readEvents(body: ReadableStream<Uint8Array>, handlers: EventHandlers): Promise<void> {
  const parser = createParser({
    onEvent: ({ event, id, data }) => handlers.onEvent({ name: event ?? 'message', id: id ?? null, data }),
    onRetry: handlers.onRetry,
  });
  const reader = body.getReader();
  const decoder = new TextDecoder();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    handlers.onAlive();
    parser.feed(decoder.decode(value, { stream: true }));
  }
}

/** Calls back when a broken stream is open again, because missed events must be refetched. */
export function useStreamReturn(onReturn: () => void): void {
  const latest = useEffectEvent(onReturn);
  useEffect(() => {
    let wasBroken = false;
    return eventHub.onHealth(() => {
      const { isOpen } = eventHub.health();
      if (isOpen && wasBroken) latest();
      wasBroken = !isOpen;
    });
  }, []);
}

export type Freshness =
  | { readonly kind: 'live' }
  | { readonly kind: 'delayed'; readonly seconds: number }
  | { readonly kind: 'offline' };

/** Max silence of the stream that still counts as live, in milliseconds. */
const liveForMs = 2_500;

/** `now` and `since` (when the page began to wait) in milliseconds of performance.now(). */
export function getFreshness(health: StreamHealth, now: number, isOnline: boolean, since: number): Freshness {
  const silentMs = now - Math.max(health.lastEventAt ?? 0, since);
  if (!isOnline) return { kind: 'offline' };
  if (silentMs <= liveForMs) return { kind: 'live' };
  return health.isOpen ? { kind: 'delayed', seconds: Math.round(silentMs / 1000) } : { kind: 'offline' };
}

/** Freshness of the prices on this page, updated twice a second. */
export function useFreshness(): Freshness {
  const [freshness, setFreshness] = useState<Freshness>({ kind: 'live' });
  useEffect(() => {
    const since = performance.now();
    const update = (): void => {
      const next = getFreshness(eventHub.health(), performance.now(), navigator.onLine, since);
      setFreshness((known) => (JSON.stringify(known) === JSON.stringify(next) ? known : next));
    };
    const timer = setInterval(update, 500);
    return () => clearInterval(timer);
  }, []);
  return freshness;
}
