import { isAiModelKey } from '#domain/ai-model.ts';
import { count, createTally, sumOf, type Tally } from '#domain/model-figures.ts';
import { pricesByPlace, readPrice, readStatements } from '#domain/shadow-minute.ts';
import { countMinute, type ShadowTallies } from '#domain/shadow-tally.ts';
import type { MinuteLeaf, MinutePricesLeaf, OutcomeLeaf, SignalLeaf, VoidLeaf } from '#engine/record/leaf.ts';
import type { SettledLeaf } from './record.repository.ts';
import type { SettledMinuteLeaf } from './settled-minutes.repository.ts';

/** What happened in some time: signals by when they ended, minutes in shadow by when they were stated. */
interface Counts {
  readonly signals: Tally;
  readonly shadow: ShadowTallies;
}

/** What happened in a market, on each UTC day (counted from 1970) and at all. */
interface MarketCounts {
  readonly all: Counts;
  readonly days: ReadonlyMap<number, Counts>;
}

/** Counted from leaves, each given once. */
export interface MarketsCounted {
  addSettled(leaf: SettledLeaf): void;
  addMinute(leaf: SettledMinuteLeaf): void;
  of(feed: string): MarketCounts;
}

const dayMs = 86_400_000;
export const dayOf = (at: number): number => Math.floor(at / dayMs);

const noCounts = (): Counts => ({ signals: createTally(), shadow: new Map() });

export function createMarketsCounted(): MarketsCounted {
  const markets = new Map<string, { readonly all: Counts; readonly days: Map<number, Counts> }>();

  /** What an event of that moment counts for: its day, and all days. So that nobody has to add up a year to be answered. */
  const countsAt = (feed: string, at: number): readonly Counts[] => {
    const market = markets.get(feed) ?? { all: noCounts(), days: new Map<number, Counts>() };
    markets.set(feed, market);
    const day = market.days.get(dayOf(at)) ?? noCounts();
    market.days.set(dayOf(at), day);
    return [market.all, day];
  };

  return {
    of: (feed) => markets.get(feed) ?? { all: noCounts(), days: new Map() },
    addSettled: ({ ended, issued, takenBack }) => {
      const { model, passability, feed, id } = JSON.parse(issued) as Partial<SignalLeaf>;
      // By what was hashed, not by the row's kind: a loss that was renamed a forecast still counts.
      if (id === undefined || feed === undefined || passability === undefined || !isAiModelKey(model)) return;
      const add = (text: string, by: 1 | -1): void => {
        const leaf = JSON.parse(text) as OutcomeLeaf | VoidLeaf;
        const at = Date.parse(leaf.result === 'void' ? leaf.at : leaf.expiresAt);
        for (const { signals } of countsAt(feed, at)) count(signals, { model, passability, result: leaf.result }, by);
      };
      if (takenBack !== null) add(takenBack, -1);
      add(ended, 1);
    },
    addMinute: ({ prices, stated, statedHash }) => {
      const leaf = JSON.parse(stated) as MinuteLeaf;
      const ended = JSON.parse(prices) as MinutePricesLeaf;
      if (ended.forecast !== statedHash) return;
      const statements = leaf.forecasts.flatMap((line) => readStatements(line) ?? []);
      const byPlace = pricesByPlace(ended.prices.flatMap((line) => readPrice(line) ?? []));
      const at = Date.parse(leaf.issuedAt);
      for (const { shadow } of countsAt(leaf.feed, at)) countMinute(shadow, statements, byPlace, at);
    },
  };
}

/** Of the days from `first` on; absent: of all. */
export function countsSince({ all, days }: MarketCounts, first: number | undefined) {
  if (first === undefined) return { signals: all.signals, shadows: [all.shadow] };
  const wanted = [...days].filter(([day]) => day >= first).map(([, counts]) => counts);
  return { signals: sumOf(wanted.map(({ signals }) => signals)), shadows: wanted.map(({ shadow }) => shadow) };
}
