import { getOrCreate } from '#domain/objects.ts';
import { minuteMs } from '#domain/time.ts';
import type { Report } from './findings.ts';
import { durationMs } from '#domain/market/duration.ts';
import { isReplay } from '#domain/market/replay-feed.ts';
import { limits } from '#domain/signals/limits.ts';
import type { VoidReason } from '#domain/signals/outcome.ts';
import type { QuietGaps } from './quiet-gaps.ts';
import type { IssuedFacts, OutcomeFacts } from './leaf-facts.ts';

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

interface Issued {
  readonly index: number;
  readonly facts: IssuedFacts;
}

interface SignalPricesDependencies {
  readonly prices: PriceBook;
  /** Null: only a part of the record is read. */
  readonly gaps: Pick<QuietGaps, 'activity'> | null;
  /** Whether ticks may be missing after this leaf. */
  readonly isBeforeStop: (feed: string, index: number) => boolean;
}

interface VoidPrices {
  readonly openPrice: number;
  readonly closePrice: number;
}

/** What the ends of signals say of the prices of their pairs. */
export interface SignalPrices {
  /** Of an outcome: its prices, and those that it leaves out. `index`: its leaf. */
  ended(index: number, own: Issued, facts: OutcomeFacts): void;
  /** What the record states elsewhere of the entry and of the close of a signal that is void; null: it does not. */
  findVoidPrices(facts: IssuedFacts): VoidPrices | null;
  /** A void for want of a tick says that there was none. */
  voided(index: number, own: Issued, reason: VoidReason): void;
}

export function createSignalPrices({ prices, gaps, isBeforeStop }: SignalPricesDependencies): SignalPrices {
  const findVoidPrices = ({ feed, symbol, issuedAt, duration }: IssuedFacts): VoidPrices | null => {
    const entry = prices.firstWithin(feed, symbol, issuedAt, issuedAt + limits.entryTickWithinMs);
    if (!entry) return null;
    const expiresAt = entry.time + durationMs(duration);
    const close = prices.lastWithin(feed, symbol, expiresAt - limits.closingTickMaxAgeMs, expiresAt);
    return close && { openPrice: entry.price, closePrice: close.price };
  };
  return {
    findVoidPrices,
    ended: (index, own, { openedAt, openPrice, closingTickAt, closePrice, expiresAt }) => {
      const { feed, symbol, issuedAt } = own.facts;
      if (isReplay(feed)) return;
      const put = (time: number, price: number): void => {
        prices.price({ index, feed, symbol, time, price });
        gaps?.activity(feed, time, 'a price', index);
      };
      const quiet = (from: number, to: number, what: string): void =>
        prices.quiet({ index, feed, symbol, from, to, what });
      put(openedAt, openPrice);
      put(closingTickAt, closePrice);
      if (isBeforeStop(feed, own.index)) return;
      quiet(issuedAt, openedAt - 1, 'its entry');
      quiet(closingTickAt + 1, expiresAt, 'its close');
    },
    voided: (index, own, reason) => {
      const { feed, symbol, issuedAt, duration } = own.facts;
      if (isReplay(feed) || isBeforeStop(feed, own.index)) return;
      const entryBy = issuedAt + limits.entryTickWithinMs;
      if (reason === 'no_entry_tick')
        prices.quiet({ index, feed, symbol, from: issuedAt, to: entryBy, what: 'a void for want of an entry' });
      const entry = prices.firstWithin(feed, symbol, issuedAt, entryBy);
      if (reason !== 'no_closing_tick' || !entry) return;
      // It was entered between its issue and that price at the latest.
      const from = entry.time + durationMs(duration) - limits.closingTickMaxAgeMs;
      const to = issuedAt + durationMs(duration);
      prices.quiet({ index, feed, symbol, from, to, what: 'a void for want of a close' });
    },
  };
}
