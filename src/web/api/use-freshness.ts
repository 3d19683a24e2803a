import { useEffect, useState } from 'react';
import { eventHub, type StreamHealth } from './event-hub.ts';

export type Freshness =
  | { readonly kind: 'live' }
  | { readonly kind: 'delayed'; readonly seconds: number }
  | { readonly kind: 'offline' };

/** Max silence of the stream that still counts as live, in milliseconds. */
const liveForMs = 2_500;

/**
 * `now` and `since` (when the page started waiting for prices) in milliseconds of
 * performance.now().
 */
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
