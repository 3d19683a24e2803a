import { EventEmitter } from 'node:events';
import type { Bus, BusEvent, EventListener, NoticeName, Notices, Unsubscribe } from './bus.ts';

/** The bus of a single process, which is always up. */
export function createInProcessBus(): Bus {
  const { publish, subscribe, notify, onNotice } = createLocalListeners();
  return {
    publish,
    subscribe: (listener) => subscribe(null, listener),
    subscribeUser: (userId, listener) => ({ ready: Promise.resolve(), end: subscribe(userId, listener) }),
    notify,
    onNotice,
    isUp: () => true,
    onReturn: () => undefined,
  };
}

/** The listeners of this process, whichever way a message comes. */
interface LocalListeners extends Pick<Bus, 'publish' | 'notify' | 'onNotice'> {
  /** `userId` null: events for everyone. */
  subscribe(userId: string | null, listener: EventListener): Unsubscribe;
}

export function createLocalListeners(): LocalListeners {
  const events = new EventEmitter<Record<string, [BusEvent]>>().setMaxListeners(0);
  const notices: { [N in NoticeName]: ((data: Notices[N]) => void)[] } = {
    sessions_ended: [],
    user_changed: [],
    signal_issued: [],
    broker_paused: [],
    broker_answered: [],
  };
  const getName = (userId: string | null): string => (userId === null ? 'everyone' : `user ${userId}`);
  return {
    publish: (event) => void events.emit(getName(event.userId), event),
    subscribe: (userId, listener) => {
      events.on(getName(userId), listener);
      return () => events.off(getName(userId), listener);
    },
    notify: (name, data) => {
      for (const listener of notices[name]) listener(data);
    },
    onNotice: (name, listener) => void notices[name].push(listener),
  };
}
