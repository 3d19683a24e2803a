import { durationMs, type Duration } from '#domain/market/duration.ts';
import { signalLimits } from '#domain/signals/limits.ts';
import { judge, type Outcome, type VoidReason } from '#domain/signals/outcome.ts';
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

export type Settlement =
  | { readonly result: Exclude<Outcome, 'void'>; readonly closePrice: number; readonly closingTick: DecidingTick }
  | { readonly result: 'void'; readonly voidReason: VoidReason };

/**
 * Settles by the last tick at or before expiry. Null: no such tick is known. A tick more than 5 s
 * older than expiry, or from before the entry, decides nothing: the signal is void.
 */
export function settle(signal: LiveSignal, lastTick: DecidingTick | null, digits: number): Settlement {
  if (lastTick === null || !decides(signal, lastTick)) return { result: 'void', voidReason: 'no_closing_tick' };
  const closePrice = roundPrice(computeMid(lastTick.bid, lastTick.ask), digits);
  const result = judge(signal.direction, signal.openPrice, closePrice, digits);
  return { result, closePrice, closingTick: lastTick };
}

const decides = (signal: LiveSignal, tick: DecidingTick): boolean =>
  tick.time <= signal.expiresAt &&
  tick.time >= signal.openedAt &&
  signal.expiresAt - tick.time <= signalLimits.closingTickMaxAgeMs;
