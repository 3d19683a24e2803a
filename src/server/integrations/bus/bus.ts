import type { EventName } from '#contract/event-names.ts';
import type { EventData } from '#contract/events.ts';
import type { EnteringSignal } from '#engine/settlement/settle.ts';
import { EventEmitter } from 'node:events';

/**
 * One event on its way to streams. `userId` null: for everyone. `id`: its position in the user's
 * outbox, if it has one. `previousId`: of the user's event before it, 0 if there is none; absent where
 * there is no `id`.
 */
export interface BusEvent<N extends EventName = EventName> {
  readonly name: N;
  readonly data: EventData<N>;
  readonly userId: string | null;
  readonly id: number | null;
  readonly previousId?: number;
}

/** Messages between processes that are no events of streams: name and data. */
export interface Notices {
  readonly sessions_ended: readonly string[];
  /** The row of this user has changed. */
  readonly user_changed: string;
  /** Stored, and not entered yet. */
  readonly signal_issued: EnteringSignal;
  /**
   * The broker is not called until then, milliseconds UTC: after so many failures in a row, or, with
   * none, because it asked for that.
   */
  readonly broker_paused: { readonly until: number; readonly failures: number };
  readonly broker_answered: null;
  /** What the operator states to users. */
  readonly site_changed: null;
}
export type NoticeName = keyof Notices;

export type EventListener = (event: BusEvent) => void;
type Unsubscribe = () => void;

export interface UserSubscription {
  /** Resolves once nothing published from then on is missed, or while the bus is away. */
  readonly ready: Promise<void>;
  end(): void;
}

/**
 * The port between publishers and listeners, in process or between processes. Listeners of the
 * publishing process are called at once. A message may be lost: the outbox and the database are the
 * truth, and `onReturn` says when to read them.
 */
export interface Bus {
  publish(event: BusEvent): void;
  /** Events for everyone. */
  subscribe(listener: EventListener): Unsubscribe;
  /** Events of one user: a process receives only those of users that it subscribed to. */
  subscribeUser(userId: string, listener: EventListener): UserSubscription;
  notify<N extends NoticeName>(name: N, data: Notices[N]): void;
  onNotice<N extends NoticeName>(name: N, listener: (data: Notices[N]) => void): void;
  /** False while messages of other processes do not arrive. */
  isUp(): boolean;
  /** Called when the bus is up again. */
  onReturn(listener: () => void): void;
}

/** The bus of a single process, which is always up. */
export function createInProcessBus(): Bus {
  const events = new EventEmitter<Record<string, [BusEvent]>>().setMaxListeners(0);
  const notices: { [N in NoticeName]: ((data: Notices[N]) => void)[] } = {
    sessions_ended: [],
    user_changed: [],
    signal_issued: [],
    broker_paused: [],
    broker_answered: [],
    site_changed: [],
  };
  const listen = (name: string, listener: EventListener): Unsubscribe => {
    events.on(name, listener);
    return () => events.off(name, listener);
  };
  return {
    publish: (event) => void events.emit(getName(event.userId), event),
    subscribe: (listener) => listen(getName(null), listener),
    subscribeUser: (userId, listener) => ({ ready: Promise.resolve(), end: listen(getName(userId), listener) }),
    notify: (name, data) => {
      for (const listener of notices[name]) listener(data);
    },
    onNotice: (name, listener) => void notices[name].push(listener),
    isUp: () => true,
    onReturn: () => undefined,
  };
}

const getName = (userId: string | null): string => (userId === null ? 'everyone' : `user ${userId}`);
