import { durationMs } from '#domain/market/duration.ts';
import { isReplay } from '#domain/market/replay-feed.ts';
import { limits } from '#domain/signals/limits.ts';
import type { VoidReason } from '#domain/signals/outcome.ts';
import type { PriceBook } from './price-book.ts';
import type { QuietGaps } from './quiet-gaps.ts';
import type { IssuedFacts, OutcomeFacts } from './leaf-facts.ts';

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
