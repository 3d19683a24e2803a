import { useEffect, useEffectEvent } from 'react';
import { eventHub } from './event-hub.ts';

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
