import { type CurrencyPair, currencyPairs, pairName, computeMid, roundPrice } from '#domain/market/currency-pair.ts';
import { minuteMs, startOfMinute } from '#domain/time.ts';
import { readMarketParameters } from '#server/integrations/market-data/simulated/market-parameters.ts';
import { createTickMaker } from '#server/integrations/market-data/simulated/tick-maker.ts';

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
  const createMaker = (pair: CurrencyPair) => createTickMaker(parameters, seed, [pair]);
  const markets = new Map(currencyPairs.map((pair) => [pairName(pair.symbol), { pair, maker: createMaker(pair) }]));
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
