import { computeMid, roundPrice } from '#domain/market/currency-pair.ts';
import { signalLimits } from '#domain/signals/limits.ts';
import { judge, type Outcome, type VoidReason } from '#domain/signals/outcome.ts';
import type { DecidingTick, LiveSignal } from '#engine/signal/enter.ts';

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
