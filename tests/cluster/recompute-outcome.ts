import { findPair } from '#domain/market/currency-pair.ts';
import { minuteMs } from '#domain/time.ts';
import { type DecidingTick, enter } from '#engine/signal/enter.ts';
import type { EnteringSignal } from '#engine/signal/open-signal.ts';
import { settle } from '#engine/settlement/settle.ts';
import { createSimulatedPast } from '#server/integrations/market-data/simulated-market.ts';

export interface RecomputedOutcome {
  readonly openPrice: number | null;
  readonly closePrice: number | null;
  readonly result: string;
}

/** What a signal of the simulated market must have come to: the market follows from seed and time alone. */
export function createRecomputeOutcome(seed: number): (signal: EnteringSignal) => RecomputedOutcome {
  const past = createSimulatedPast({ seed });
  const minutes = new Map<number, ReturnType<typeof past.ticksOf>>();
  const ticksOf = (minute: number) => {
    const ticks = minutes.get(minute) ?? past.ticksOf(minute);
    minutes.set(minute, ticks);
    return ticks;
  };
  const ticksBetween = (symbol: string, from: number, to: number): DecidingTick[] => {
    const found: DecidingTick[] = [];
    for (let minute = Math.floor(from / minuteMs) * minuteMs; minute <= to; minute += minuteMs)
      found.push(...ticksOf(minute).filter((tick) => tick.symbol === symbol && tick.time >= from && tick.time <= to));
    return found;
  };
  return (signal) => {
    const digits = findPair(signal.symbol)?.digits ?? 5;
    const [entry] = ticksBetween(signal.symbol, signal.issuedAt, signal.issuedAt + 10_000);
    const live = entry ? enter(signal, entry, digits) : 'missed';
    if (live === 'missed' || live === 'waiting') return { openPrice: null, closePrice: null, result: 'void' };
    const last = ticksBetween(signal.symbol, live.expiresAt - 10_000, live.expiresAt).at(-1) ?? null;
    const settled = settle(live, last, digits);
    const closePrice = settled.result === 'void' ? null : settled.closePrice;
    return { openPrice: live.openPrice, closePrice, result: settled.result };
  };
}
