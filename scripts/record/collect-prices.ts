import { dayMs } from '#domain/time.ts';
import type { Item } from './check-leaves.ts';
import { IssuedFacts, MinuteFacts, MinutePricesFacts, OutcomeFacts } from './leaf-facts.ts';

/**
 * A price that decided a forecast. `index`: the leaf that states it; `time`: of its tick,
 * milliseconds UTC.
 */
export interface StatedPrice {
  readonly index: number;
  readonly symbol: string;
  readonly time: number;
  readonly price: number;
}

/** The deciding prices of a record, of one UTC day or of all. */
export function collectPrices(day: string | null): { add(item: Item): void; readonly prices: readonly StatedPrice[] } {
  const prices: StatedPrice[] = [];
  const statedAt = new Map<string, number>();
  const signals = new Map<string, Pick<IssuedFacts, 'symbol' | 'issuedAt'>>();
  const from = day === null ? Number.NEGATIVE_INFINITY : Date.parse(day);
  const to = day === null ? Number.POSITIVE_INFINITY : from + dayMs;
  const put = (price: StatedPrice): void => {
    if (price.time >= from && price.time < to) prices.push(price);
  };

  const addMinute = (index: number, leaf: unknown): void => {
    const facts = MinutePricesFacts.safeParse(leaf).data;
    const at = statedAt.get(facts?.forecast ?? '');
    if (!facts || at === undefined) return;
    for (const { symbol, price, afterMs } of facts.prices) put({ index, symbol, time: at + afterMs, price });
  };
  const addSignal = (index: number, leaf: unknown): void => {
    const facts = OutcomeFacts.safeParse(leaf).data;
    const { symbol, issuedAt } = signals.get(facts?.signal ?? '') ?? {};
    if (!facts || symbol === undefined || issuedAt === undefined) return;
    put({ index, symbol, time: facts.openedAt, price: facts.openPrice });
    for (const { openPrice, afterMs } of facts.late ?? [])
      put({ index, symbol, time: issuedAt + afterMs, price: openPrice });
    put({ index, symbol, time: facts.closingTickAt, price: facts.closePrice });
  };
  const readers: Partial<Record<Item['kind'], (item: Item) => void>> = {
    forecast: ({ leaf, leafHash }) => {
      const facts = MinuteFacts.safeParse(leaf).data;
      if (facts) statedAt.set(leafHash, facts.issuedAt);
    },
    signal: ({ leaf }) => {
      const facts = IssuedFacts.safeParse(leaf).data;
      if (facts) signals.set(facts.id, facts);
    },
    outcome: ({ index, leaf }) => {
      if (leaf?.['form'] === undefined) addSignal(index, leaf);
      else addMinute(index, leaf);
    },
  };

  // A leaf of another form is reported where the leaves are checked.
  return { prices, add: (item) => readers[item.kind]?.(item) };
}
