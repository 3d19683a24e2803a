import { delayMs, isWithinDelay, type LateEntry, lateDelays } from '#domain/signals/late-entry.ts';
import { computeMid, roundPrice } from '#domain/market/price.ts';
import type { DecidingTick } from '#engine/signal/enter.ts';
import type { LiveSignal } from '#engine/signal/open-signal.ts';
import type { Settlement } from './settle.ts';

/** The first known tick at or after an instant, milliseconds UTC; null: none is known. */
export type FirstTickFrom = (time: number) => DecidingTick | null;

/**
 * The entries 5, 10, 20 and 30 s after the issue: the first tick at or after each, within the window
 * of an entry; a delay without one is left out. They expire with the signal, on its closing tick,
 * which no delay can pass: the shortest duration is two minutes. A void signal has none.
 */
export function lateEntries(
  { issuedAt }: Pick<LiveSignal, 'issuedAt'>,
  { result }: Pick<Settlement, 'result'>,
  firstTickFrom: FirstTickFrom,
  digits: number,
): LateEntry[] {
  if (result === 'void') return [];
  return lateDelays.flatMap((delay) => {
    const tick = firstTickFrom(issuedAt + delayMs(delay));
    if (!tick || !isWithinDelay(delay, tick.time - issuedAt)) return [];
    return [{ delay, openPrice: roundPrice(computeMid(tick.bid, tick.ask), digits), afterMs: tick.time - issuedAt }];
  });
}
