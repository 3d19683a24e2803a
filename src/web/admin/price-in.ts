import { findPair } from '#domain/market/currency-pair.ts';

/** As the broker's terminal writes it: always with a point, to the pair's last digit. */
export const priceIn = (symbol: string, price: number | null): string =>
  price === null ? '—' : price.toFixed(findPair(symbol)?.digits ?? 5);
