import type { Tick } from '#engine/tick/tick.ts';

/** The newest ticks of each pair. */
export interface RecentTicks {
  add(tick: Tick): void;
  /** Of this pair with time >= `since`, milliseconds UTC, oldest first. */
  since(symbol: string, since: number): readonly Tick[];
}

/** A burst must not fill the memory. */
const maxTicks = 4_096;

/** `spanMs`: how far back, in market time. */
export function createRecentTicks(spanMs: number): RecentTicks {
  const bySymbol = new Map<string, Tick[]>();
  return {
    add: (tick) => {
      const ticks = bySymbol.get(tick.symbol) ?? [];
      if (ticks.length === 0) bySymbol.set(tick.symbol, ticks);
      ticks.push(tick);
      // Removed in batches, so that a tick costs no copy of the others.
      if (ticks.length >= 2 * maxTicks || (ticks[cleanUpAt]?.time ?? tick.time) < tick.time - spanMs)
        bySymbol.set(
          tick.symbol,
          ticks.slice(-maxTicks).filter(({ time }) => time >= tick.time - spanMs),
        );
    },
    since: (symbol, since) => bySymbol.get(symbol)?.filter(({ time }) => time >= since) ?? [],
  };
}

const cleanUpAt = 64;
