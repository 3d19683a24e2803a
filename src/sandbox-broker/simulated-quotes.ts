import { type MajorPair, majorPairs, pairName, computeMid, roundPrice } from '#domain/market/currency-pair.ts';
import { minuteMs, startOfMinute, getHour } from '#domain/time.ts';
import { readMarketParameters } from '#server/integrations/market-data/simulated/market-parameters.ts';
import { createTickMaker } from '#server/integrations/market-data/simulated/tick-maker.ts';
import { marketSessionAt } from '#domain/market/market-session.ts';

/** Prices at which training trades open and close. */
export interface Quotes {
  /**
   * The mid price of the last tick at or before `time` (milliseconds UTC), which is also the rule
   * by which signals settle; null: unknown pair, or no tick within two minutes. `symbol`:
   * BASE/QUOTE.
   */
  priceAt(symbol: string, time: number): number | null;
}

/**
 * The market of the product with the same seed: a pure function of time, so nothing is exchanged.
 */
export function createSimulatedQuotes(seed: number): Quotes {
  const parameters = readMarketParameters();
  const createMaker = (pair: MajorPair) => createTickMaker(parameters, seed, [pair]);
  const markets = new Map(majorPairs.map((pair) => [pairName(pair.symbol), { pair, maker: createMaker(pair) }]));
  return {
    priceAt: (symbol, time) => {
      const market = markets.get(symbol);
      if (!market) return null;
      const minute = startOfMinute(time);
      const tick = [minute, minute - minuteMs]
        .flatMap((start) => market.maker.ticks(start).toReversed())
        .find((one) => one.time <= time);
      return tick ? roundPrice(computeMid(tick.bid, tick.ask), market.pair.digits) : null;
    },
  };
}

/** Percent of the stake: while London or New York trades, and at other hours. */
const ranges = { day: [90, 92], other: [80, 87] } as const;

/**
 * What a win pays of a pair in that hour, percent of the stake: as arbitrary, and as fixed, as that of
 * a real broker, and most while the market is liquid. `symbol`: EURUSD or EUR/USD; `time`: milliseconds UTC.
 */
export function payoutPercentAt(symbol: string, time: number): number {
  const [lowest, highest] = marketSessionAt(time) === 'day' ? ranges.day : ranges.other;
  let hash = getHour(time);
  for (const letter of symbol.replace('/', '')) hash = Math.imul(hash ^ letter.charCodeAt(0), 0x01000193) >>> 0;
  return lowest + ((hash >>> 8) % (highest - lowest + 1));
}
