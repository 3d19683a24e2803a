import type { Price } from '#contract/signals.ts';
import { toInstant } from '#contract/wire.ts';
import { priceDigits } from '#domain/market/currency-pair.ts';
import { computeMid, roundPrice } from '#domain/market/price.ts';
import type { Tick } from '#engine/tick/tick.ts';

export function toPriceDto({ symbol, time, bid, ask }: Tick): Price {
  const digits = priceDigits(symbol);
  return {
    symbol,
    price: roundPrice(computeMid(bid, ask), digits),
    bid: roundPrice(bid, digits),
    ask: roundPrice(ask, digits),
    time: toInstant(time),
  };
}
