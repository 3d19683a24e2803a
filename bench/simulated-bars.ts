import type { Bar } from '#engine/bar/bar-builder.ts';
import { createSimulatedMarket } from '#server/integrations/market-data/simulated-market.ts';
import { minuteMs } from '#domain/time.ts';

/** A Tuesday during London trading hours. */
export const benchTime = Date.parse('2026-03-03T12:00:00.000Z');

/** The newest `count` bars before `benchTime` of these pairs (default: all 28) in the simulated market. */
export async function simulatedBars(count: number, symbols?: readonly string[]): Promise<Map<string, readonly Bar[]>> {
  const market = createSimulatedMarket({
    seed: 1,
    clock: { now: () => benchTime },
    // No timers are needed.
    scheduler: { after: () => () => undefined },
    ...(symbols ? { symbols } : {}),
  });
  const bars = new Map<string, readonly Bar[]>();
  for (const symbol of market.symbols) bars.set(symbol, await market.backfill(symbol, benchTime, count));
  return bars;
}

export const startOfBar = (minutesBefore: number): number => benchTime - minutesBefore * minuteMs;
