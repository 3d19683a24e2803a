import type { WallClock } from '#domain/clock.ts';
import { minuteMs, secondMs } from '#domain/time.ts';
import { apiError } from '#server/http/api-error.ts';

/** Unknown keys of one address that are looked up in a minute. */
const maxLookups = 30;
const windowMs = minuteMs;
/** Beyond it the oldest entries leave. */
const maxEntries = 10_000;

/** Limits the lookups of unknown API keys by address, in this process: each is a database query. */
export function createWrongKeys(clock: WallClock) {
  const lookups = new Map<string, { count: number; readonly endsAt: number }>();
  const rightUntil = new Map<string, number>();

  const openWindow = (address: string) => {
    const found = lookups.get(address);
    if (found && clock.now() < found.endsAt) return found;
    const opened = { count: 0, endsAt: clock.now() + windowMs };
    put(lookups, address, opened);
    return opened;
  };

  return {
    /** Throws rate_limited; a key that was right within a minute always passes. */
    take: (address: string, keyHash: string): void => {
      if ((rightUntil.get(keyHash) ?? 0) > clock.now()) return;
      const window = openWindow(address);
      if (window.count >= maxLookups)
        throw apiError('rate_limited', { retryAfterS: Math.ceil((window.endsAt - clock.now()) / secondMs) });
      window.count += 1;
    },
    /** The key is right: its lookup does not count. */
    wasRight: (address: string, keyHash: string): void => {
      const window = lookups.get(address);
      if (window && (rightUntil.get(keyHash) ?? 0) <= clock.now()) window.count = Math.max(0, window.count - 1);
      put(rightUntil, keyHash, clock.now() + windowMs);
    },
  };
}

function put<Value>(map: Map<string, Value>, key: string, value: Value): void {
  map.delete(key);
  map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > maxEntries && oldest !== undefined) map.delete(oldest);
}
