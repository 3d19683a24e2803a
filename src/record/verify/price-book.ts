import { getOrCreate } from '#domain/objects.ts';
import { minuteMs } from '#domain/time.ts';
import type { Report } from './findings.ts';

/** A price that the record states. Instants in milliseconds of the market's time. */
interface RecordedPrice {
  /** The leaf that states it. */
  readonly index: number;
  readonly feed: string;
  readonly symbol: string;
  readonly time: number;
  readonly price: number;
}

/** The leaf says by what it states that its feed had no price of the pair in [from, to]. */
interface QuietWindow {
  readonly index: number;
  readonly feed: string;
  readonly symbol: string;
  readonly from: number;
  readonly to: number;
  /** What would be another one if there was a price: "its entry", … */
  readonly what: string;
}

/**
 * The prices of a record beside each other: of a pair at one instant there is one, and no leaf may
 * leave out a price that another leaf holds.
 */
export type PriceBook = ReturnType<typeof createPriceBook>;

/** Outcomes are recorded at most ten minutes after an expiry, which is at most ten after the issue. */
const keptMs = 45 * minuteMs;
/** Old prices are forgotten now and then, not at each new one. */
const forgetEvery = 256;

interface OfPair {
  prices: RecordedPrice[];
  windows: QuietWindow[];
  newest: number;
  added: number;
}

export function createPriceBook(report: Report) {
  const pairs = new Map<string, OfPair>();

  const getPair = (feed: string, symbol: string): OfPair =>
    getOrCreate(pairs, `${feed} ${symbol}`, () => ({
      prices: [],
      windows: [],
      newest: Number.NEGATIVE_INFINITY,
      added: 0,
    }));

  const forget = (pair: OfPair, time: number): void => {
    pair.newest = Math.max(pair.newest, time);
    if (++pair.added % forgetEvery !== 0) return;
    const from = pair.newest - keptMs;
    pair.prices = pair.prices.filter((one) => one.time >= from);
    pair.windows = pair.windows.filter((one) => one.to >= from);
  };

  const listWithin = (feed: string, symbol: string, from: number, to: number): RecordedPrice[] =>
    getPair(feed, symbol)
      .prices.filter(({ time }) => time >= from && time <= to)
      .toSorted((a, b) => a.time - b.time);

  const contradict = (window: QuietWindow, { index, symbol, time, price }: RecordedPrice): void =>
    report(
      window.index,
      'prices',
      `${window.what} leaves out the price of ${symbol} at ${new Date(time).toISOString()}, ${price}, which leaf ${index} states`,
    );

  return {
    price: (price: RecordedPrice): void => {
      const pair = getPair(price.feed, price.symbol);
      const same = pair.prices.find(({ time }) => time === price.time);
      if (same && same.price !== price.price)
        report(
          price.index,
          'prices',
          `${price.symbol} at ${new Date(price.time).toISOString()} is ${price.price}, and ${same.price} in leaf ${same.index}`,
        );
      if (same) return;
      for (const window of pair.windows)
        if (price.time >= window.from && price.time <= window.to) contradict(window, price);
      pair.prices.push(price);
      forget(pair, price.time);
    },
    quiet: (window: QuietWindow): void => {
      if (window.to < window.from) return;
      const pair = getPair(window.feed, window.symbol);
      const within = pair.prices.find(({ time }) => time >= window.from && time <= window.to);
      if (within) return contradict(window, within);
      pair.windows.push(window);
      forget(pair, window.to);
    },
    /** The first recorded price of the pair in [from, to]; null: none is recorded so far. */
    firstWithin: (feed: string, symbol: string, from: number, to: number): RecordedPrice | null =>
      listWithin(feed, symbol, from, to)[0] ?? null,
    /** The last one of them. */
    lastWithin: (feed: string, symbol: string, from: number, to: number): RecordedPrice | null =>
      listWithin(feed, symbol, from, to).at(-1) ?? null,
  };
}
