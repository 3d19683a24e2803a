import { latestExpiry } from '#domain/signals/latest-expiry.ts';
import { useEffect, useState } from 'react';
import type { Signal } from '#contract/signals.ts';
import { serverClock } from '#web/api/server-clock.ts';

/**
 * Latest expiry of a reset signal, when the next one becomes available, milliseconds; null: it is
 * available now.
 */
export function useNextAfterReset(signal: Signal | null): number | null {
  const [now, setNow] = useState(() => serverClock.now());
  const at = signal && expiryOf(signal);
  useEffect(() => {
    if (at === null) return;
    const timer = setTimeout(() => setNow(serverClock.now()), Math.max(0, at - serverClock.now()) + settlementMs);
    return () => clearTimeout(timer);
  }, [at]);
  return at !== null && at + settlementMs > now ? at : null;
}

/** The server settles a moment after the expiry. */
const settlementMs = 1_000;

const expiryOf = ({ time, expiresAt, duration }: Signal): number =>
  expiresAt === null ? latestExpiry(Date.parse(time), duration) : Date.parse(expiresAt);
