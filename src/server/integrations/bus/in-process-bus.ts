import type { Bus } from './bus.ts';
import { createLocalListeners } from './local-listeners.ts';

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
