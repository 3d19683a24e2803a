import { findPair } from '#domain/market/currency-pair.ts';

/** As in the broker's terminal: always with a decimal point, with all digits of the pair. */
export const priceIn = (symbol: string, price: number | null): string =>
  price === null ? '—' : price.toFixed(findPair(symbol)?.digits ?? 5);
