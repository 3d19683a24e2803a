import { useEffect, useEffectEvent } from 'react';
import type { EventName } from '#contract/event-names.ts';
import type { EventData } from '#contract/events.ts';
import { eventHub } from './event-hub.ts';

/** Calls the handler for each event of that name while the component is mounted. */
export function useEvent<Name extends EventName>(name: Name, handler: (data: EventData<Name>) => void): void {
  const latest = useEffectEvent(handler);
  useEffect(() => eventHub.on(name, (data) => latest(data)), [name]);
}
