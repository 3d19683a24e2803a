import { latestExpiry } from '#domain/signals/entry-window.ts';
import type { EnteringSignal, LiveSignal } from '#engine/signal/enter.ts';
import type { SignalRow } from '../signals.repository.ts';

/** A stored signal in the form of the engine, with times in milliseconds of market time. */
export const enteringSignal = (row: SignalRow): EnteringSignal => ({
  id: row.id,
  symbol: row.symbol,
  direction: row.direction,
  duration: row.duration,
  issuedAt: row.issuedAt.getTime(),
});

/** Throws for a signal without an entry. */
export function liveSignal(row: SignalRow): LiveSignal {
  if (row.openPrice === null || !row.openedAt || !row.expiresAt) throw new Error(`live signal ${row.id} has no entry`);
  return {
    ...enteringSignal(row),
    openPrice: row.openPrice,
    openedAt: row.openedAt.getTime(),
    expiresAt: row.expiresAt.getTime(),
  };
}

/** Its expiry, or the latest one that it can have while it is entering; milliseconds of market time. */
export const getExpiry = ({ expiresAt, issuedAt, duration }: SignalRow): number =>
  expiresAt?.getTime() ?? latestExpiry(issuedAt.getTime(), duration);
