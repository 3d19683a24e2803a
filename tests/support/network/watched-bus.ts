import { type Bus, type EventListener, createInProcessBus } from '#server/integrations/bus/bus.ts';

/** A bus in process whose every event, of everyone and of any user, is seen by a listener. */
export function aWatchedBus(listener: EventListener): Bus {
  const bus = createInProcessBus();
  return {
    ...bus,
    publish: (event) => {
      listener(event);
      bus.publish(event);
    },
  };
}
