import { useSyncExternalStore } from 'react';
import { eventHub, type StreamHealth } from './event-hub.ts';
import { useTick } from '../ui/use-tick.ts';

export type Freshness =
  | { readonly kind: 'live' }
  | { readonly kind: 'delayed'; readonly seconds: number }
  | { readonly kind: 'offline' };

/** Silence of the stream that is still live, in milliseconds. */
const liveForMs = 2_500;

export function freshnessOf(health: StreamHealth, now: number, isOnline: boolean, since: number): Freshness {
  const silentMs = now - Math.max(health.heardAt ?? 0, since);
  if (!isOnline) return { kind: 'offline' };
  if (silentMs <= liveForMs) return { kind: 'live' };
  return health.isOpen ? { kind: 'delayed', seconds: Math.round(silentMs / 1000) } : { kind: 'offline' };
}

/** How fresh the prices on this page are; `since`: performance.now() when the page began to wait for them. */
export function useFreshness(since: number): Freshness {
  const health = useSyncExternalStore(eventHub.onHealth, eventHub.health, eventHub.health);
  useTick(500);
  return freshnessOf(health, performance.now(), navigator.onLine, since);
}
