/** In the market's quoting order: the earlier of two currencies is the base of their pair. */
export const currencies = ['EUR', 'GBP', 'AUD', 'NZD', 'USD', 'CAD', 'CHF', 'JPY'] as const;
export type Currency = (typeof currencies)[number];

export interface CurrencyPair {
  /** Six letters, e.g. EURUSD. */
  readonly symbol: string;
  readonly base: string;
  readonly quote: string;
  /** Decimal places of a price; ties are judged at the last one. */
  readonly digits: number;
}

export interface MajorPair extends CurrencyPair {
  readonly base: Currency;
  readonly quote: Currency;
}

const defaultDigits = 5;

/** The 28 crosses of the eight majors: the default of PAIRS, and all that the simulated market has. */
export const majorPairs: readonly MajorPair[] = currencies.flatMap((base, i) =>
  currencies
    .slice(i + 1)
    .map((quote) => ({ symbol: base + quote, base, quote, digits: quote === 'JPY' ? 3 : defaultDigits })),
);

/** The default of PAIRS: no operator asked for any of them. */
export const areDefaultPairs = (symbols: readonly string[]): boolean =>
  symbols.length === majorPairs.length && majorPairs.every(({ symbol }) => symbols.includes(symbol));

/** Pairs of a live feed beside the majors, such as { symbol: 'XAUUSD', base: 'XAU', quote: 'USD', digits: 2 }. */
const furtherPairs: readonly CurrencyPair[] = [];

export const currencyPairs: readonly CurrencyPair[] = [...majorPairs, ...furtherPairs];

const bySymbol = new Map(currencyPairs.map((pair) => [pair.symbol, pair]));

export const findPair = (symbol: string): CurrencyPair | undefined => bySymbol.get(symbol);

/** Decimal places of a pair's price; those of most pairs for one that is not known. */
export const priceDigits = (symbol: string): number => findPair(symbol)?.digits ?? defaultDigits;

export const isSymbol = (value: unknown): value is string => typeof value === 'string' && bySymbol.has(value);

/** BASE/QUOTE: the first three letters of the symbol and the rest. */
export const pairName = (symbol: string): string => `${symbol.slice(0, 3)}/${symbol.slice(3)}`;

/** A pip is the last but one decimal place: 0.0001 for five digits, 0.01 for three. */
export const pipSize = (digits: number): number => 10 ** (1 - digits);

/** The price rounded to the pair's precision: the nearest decimal to the exact binary value. */
export const roundPrice = (price: number, digits: number): number => Number(price.toFixed(digits));

/** A price as an integer count of its last decimal place, so that prices compare exactly. */
export const toPoints = (price: number, digits: number): number => Math.round(price * 10 ** digits);

export const computeMid = (bid: number, ask: number): number => (bid + ask) / 2;

export const pipsBetween = (from: number, to: number, digits: number): number =>
  (toPoints(to, digits) - toPoints(from, digits)) / 10;
