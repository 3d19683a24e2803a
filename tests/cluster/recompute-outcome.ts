import { priceDigits } from '#domain/market/currency-pair.ts';
import { type DecidingTick, enter, type EnteringSignal, settle } from '#engine/settlement/settle.ts';
import type { Tick } from '#engine/tick/tick.ts';

export interface RecomputedOutcome {
  readonly openPrice: number | null;
  readonly closePrice: number | null;
  readonly result: string;
}

const decidingMs = 10_000;

/** What a signal must have come to by all ticks of its market, oldest first. */
export function createRecomputeOutcome(ticks: readonly Tick[]): (signal: EnteringSignal) => RecomputedOutcome {
  const bySymbol = Map.groupBy(ticks, ({ symbol }) => symbol);
  const ticksBetween = (symbol: string, from: number, to: number): DecidingTick[] =>
    (bySymbol.get(symbol) ?? []).filter(({ time }) => time >= from && time <= to);
  return (signal) => {
    const digits = priceDigits(signal.symbol);
    const [entry] = ticksBetween(signal.symbol, signal.issuedAt, signal.issuedAt + decidingMs);
    const live = entry ? enter(signal, entry, digits) : 'missed';
    if (live === 'missed' || live === 'waiting') return { openPrice: null, closePrice: null, result: 'void' };
    const last = ticksBetween(signal.symbol, live.expiresAt - decidingMs, live.expiresAt).at(-1) ?? null;
    const settled = settle(live, last, digits);
    const closePrice = settled.result === 'void' ? null : settled.closePrice;
    return { openPrice: live.openPrice, closePrice, result: settled.result };
  };
}
