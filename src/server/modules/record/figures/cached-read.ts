import type { MarketClock, WallClock } from '#domain/clock.ts';

/**
 * Reads once for all callers within `maxAgeMs`. An error is passed to its callers and not cached.
 */
export function createCachedRead<Value>(
  read: () => Promise<Value>,
  { maxAgeMs, clock }: { readonly maxAgeMs: number; readonly clock: WallClock | MarketClock },
): () => Promise<Value> {
  let cached: { readonly at: number; readonly value: Promise<Value> } | null = null;
  return () => {
    const now = clock.now();
    if (cached && Math.abs(now - cached.at) < maxAgeMs) return cached.value;
    const value = read();
    cached = { at: now, value };
    value.catch(() => {
      cached = null;
    });
    return value;
  };
}
