import { expect, it } from 'vitest';
import { createSimulatedMarket } from '#server/integrations/market-data/simulated-market.ts';
import { createSimulatedQuotes } from './simulated-quotes.ts';

const noon = Date.UTC(2026, 0, 5, 12);

it('quotes the closing price of the product’s bars at the same seed', async () => {
  const scheduler = { after: () => () => undefined };
  const market = createSimulatedMarket({ seed: 3, clock: { now: () => noon + 60_000 }, scheduler });
  const quotes = createSimulatedQuotes(3);
  for (const symbol of ['EURUSD', 'USDJPY', 'AUDNZD']) {
    const [bar] = await market.backfill(symbol, noon + 60_000, 1);
    expect(quotes.priceAt(`${symbol.slice(0, 3)}/${symbol.slice(3)}`, noon + 59_999)).toBeCloseTo(bar?.close ?? 0, 5);
  }
});

it('knows no price of an unknown pair', () => {
  expect(createSimulatedQuotes(3).priceAt('EUR/XAU', noon)).toBeNull();
});
