const firstMs = 500;
const maxMs = 30_000;

/**
 * Exponential backoff from half a second to half a minute; half of it is random, so that clients do
 * not reconnect at the same time.
 */
export function reconnectDelay(failures: number, random: number, requestedDelayMs: number | null): number {
  const base = Math.min(maxMs, (requestedDelayMs ?? firstMs) * 2 ** Math.min(failures, 10));
  return base / 2 + (base / 2) * random;
}
