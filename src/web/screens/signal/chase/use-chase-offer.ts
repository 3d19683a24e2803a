import { useEffect, useState } from 'react';
import type { Signal } from '#contract/signals.ts';
import { serverClock } from '#web/api/server-clock.ts';
import { useStored } from '#web/storage/use-stored.ts';
import { type ChaseOffer, chaseOffer } from './chase-offer.ts';

/**
 * Updates with the clock, because an offer expires. No offer for users who have turned chasing off.
 */
export function useChaseOffer(signal: Signal, signals: readonly Signal[]): ChaseOffer {
  const isOff = useStored('chase') === 'off';
  const [now, setNow] = useState(() => serverClock.now());
  const offer = chaseOffer(signal, signals, now);
  const until = offer.kind === 'open' ? offer.until : null;
  useEffect(() => {
    if (until === null) return undefined;
    const timer = setTimeout(() => setNow(serverClock.now()), Math.max(0, until - serverClock.now()) + 50);
    return () => clearTimeout(timer);
  }, [until]);
  return isOff ? { kind: 'none' } : offer;
}
