import { durationMs, type Duration } from '#domain/market/duration.ts';
import { signalLimits } from '#domain/signals/limits.ts';
import { computeMid, roundPrice } from '#domain/market/currency-pair.ts';
import type { QuotedTick } from '#engine/tick/tick.ts';
import type { Direction } from '#domain/market/direction.ts';

/** An issued signal waiting for its entry tick. Instants in milliseconds UTC. */
export interface EnteringSignal {
  readonly id: string;
  readonly symbol: string;
  readonly direction: Direction;
  readonly duration: Duration;
  readonly issuedAt: number;
}

/** A signal with an entry price, waiting for its expiry. */
export interface LiveSignal extends EnteringSignal {
  readonly openPrice: number;
  readonly openedAt: number;
  readonly expiresAt: number;
}

/**
 * The fields of a tick that entry and settlement read: `time` in milliseconds UTC, prices in quote
 * currency.
 */
export type DecidingTick = Omit<QuotedTick, 'symbol'>;

/**
 * Enters at the first tick at or after issue. Ticks must be passed in chronological order.
 * `waiting`: this tick is from before the issue. `missed`: the first one arrived later than
 * `signalLimits.entryTickWithinMs`; the signal is void.
 */
export function enter(signal: EnteringSignal, tick: DecidingTick, digits: number): LiveSignal | 'waiting' | 'missed' {
  if (tick.time < signal.issuedAt) return 'waiting';
  if (isEntryMissed(signal, tick.time)) return 'missed';
  return {
    ...signal,
    openPrice: roundPrice(computeMid(tick.bid, tick.ask), digits),
    openedAt: tick.time,
    expiresAt: tick.time + durationMs(signal.duration),
  };
}

export const isEntryMissed = (signal: EnteringSignal, now: number): boolean =>
  now > signal.issuedAt + signalLimits.entryTickWithinMs;
