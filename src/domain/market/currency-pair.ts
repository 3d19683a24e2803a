/** In the market's quoting order: the earlier of two currencies is the base of their pair. */
export const currencies = ['EUR', 'GBP', 'AUD', 'NZD', 'USD', 'CAD', 'CHF', 'JPY'] as const;
export type Currency = (typeof currencies)[number];

export interface CurrencyPair {
  /** Six letters, e.g. EURUSD. */
  readonly symbol: string;
  readonly base: Currency;
  readonly quote: Currency;
  /** Decimal places of a price; ties are judged at the last one. */
  readonly digits: number;
}

const defaultDigits = 5;

/** The 28 crosses of the eight majors. */
export const currencyPairs: readonly CurrencyPair[] = currencies.flatMap((base, i) =>
  currencies
    .slice(i + 1)
    .map((quote) => ({ symbol: base + quote, base, quote, digits: quote === 'JPY' ? 3 : defaultDigits })),
);

const bySymbol = new Map(currencyPairs.map((pair) => [pair.symbol, pair]));

export const findPair = (symbol: string): CurrencyPair | undefined => bySymbol.get(symbol);

/** Decimal places of a pair's price; those of most pairs for one that is not known. */
export const priceDigits = (symbol: string): number => findPair(symbol)?.digits ?? defaultDigits;

export const isSymbol = (value: unknown): value is string => typeof value === 'string' && bySymbol.has(value);

/** BASE/QUOTE: the first three letters of the symbol and the rest. */
export const pairName = (symbol: string): string => `${symbol.slice(0, 3)}/${symbol.slice(3)}`;
