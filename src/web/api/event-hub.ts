import { useEffect, useEffectEvent } from 'react';
import { type EventName, eventNames } from '#contract/event-names.ts';
import type { EventData } from '#contract/events.ts';
import { runEventSource } from './event-source.ts';
import type { RawEvent } from './read-events.ts';

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

/**
 * The data is trusted to have the shape of its event, because it comes from our own server
 * (decision 004).
 */
type Handler = (data: unknown) => void;

/**
 * HTTP/1.1 allows six connections per origin: one tab holds the stream (a Web Lock), the others
 * listen to it.
 */
const lockName = 'kurs-events';

class EventHub {
  readonly #handlers = new Map<EventName, Set<Handler>>();
  readonly #healthListeners = new Set<() => void>();
  #health: StreamHealth = { isOpen: false, lastEventAt: null };
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

  readonly health = (): StreamHealth => this.#health;

  readonly onHealth = (listener: () => void): (() => void) => {
    this.#healthListeners.add(listener);
    return () => this.#healthListeners.delete(listener);
  };

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
    this.#setHealth({ isOpen: false, lastEventAt: null });
  }

  #run(abort: AbortSignal): Promise<void> {
    const dispatch = (message: Message): void => {
      if (abort.aborted) return;
      this.#receive(message);
      this.#channel?.postMessage(message);
    };
    return runEventSource(
      {
        onState: (isOpen) => dispatch({ kind: 'state', isOpen }),
        onAlive: () => dispatch({ kind: 'alive' }),
        onEvent: (event) => dispatch({ kind: 'event', event }),
      },
      () => this.#lastEventId,
      abort,
    );
  }

  #receive(message: Message): void {
    if (message.kind === 'state') this.#setHealth({ ...this.#health, isOpen: message.isOpen });
    else this.#setHealth({ isOpen: true, lastEventAt: performance.now() });
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

  #setHealth(health: StreamHealth): void {
    this.#health = health;
    for (const listener of this.#healthListeners) listener();
  }
}

const isEventName = (name: string): name is EventName => eventNames.some((known) => known === name);

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export const eventHub = new EventHub();

/** Calls the handler for each event of that name while the component is mounted. */
export function useEvent<Name extends EventName>(name: Name, handler: (data: EventData<Name>) => void): void {
  const latest = useEffectEvent(handler);
  useEffect(() => eventHub.on(name, (data) => latest(data)), [name]);
}
