import type { Bus, BusEvent } from './bus.ts';

export function createInProcessBus(): Bus {
  const listeners = new Set<(event: BusEvent) => void>();
  return {
    publish: (event) => {
      for (const listener of listeners) listener(event);
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
