import { judgeStatement, placeOfPrice, pricesByPlace } from '#domain/record/shadow-minute.ts';
import { isWinner } from '#domain/signals/outcome.ts';
import { dayMs } from '#domain/time.ts';
import type { Item } from '#record/verify/check-leaves.ts';
import { IssuedFacts, MinuteFacts, MinutePricesFacts, OutcomeFacts } from '#record/verify/leaf-facts.ts';

/** What a price decided; prices of each are compared apart. */
export const priceGroups = [
  'signals that won',
  'signals that lost',
  'shadow forecasts that won',
  'shadow forecasts that lost',
] as const;
type PriceGroup = (typeof priceGroups)[number];

/**
 * A price that decided a forecast. `index`: the leaf that states it; `time`: of its tick,
 * milliseconds UTC; `group` null: it decided both wins and losses, or neither.
 */
export interface StatedPrice {
  readonly index: number;
  readonly symbol: string;
  readonly time: number;
  readonly price: number;
  readonly group: PriceGroup | null;
}

/** The deciding prices of a record, of one UTC day or of all. */
export function collectPrices(day: string | null): { add(item: Item): void; readonly prices: readonly StatedPrice[] } {
  const prices: StatedPrice[] = [];
  const minutes = new Map<string, Pick<MinuteFacts, 'issuedAt' | 'forecasts'>>();
  /** Pairs by the id of the signal. */
  const signals = new Map<string, string>();
  const from = day === null ? Number.NEGATIVE_INFINITY : Date.parse(day);
  const to = day === null ? Number.POSITIVE_INFINITY : from + dayMs;
  const put = (price: StatedPrice): void => {
    if (price.time >= from && price.time < to) prices.push(price);
  };

  const addMinute = (index: number, leaf: unknown): void => {
    const facts = MinutePricesFacts.safeParse(leaf).data;
    const stated = minutes.get(facts?.forecast ?? '');
    if (!facts || !stated) return;
    minutes.delete(facts.forecast);
    const groups = groupsOfMinute(stated, facts);
    for (const { symbol, minutes: after, price, afterMs } of facts.prices) {
      const group = groups.get(placeOfPrice(symbol, after)) ?? null;
      put({ index, symbol, time: stated.issuedAt + afterMs, price, group });
    }
  };
  const addSignal = (index: number, leaf: unknown): void => {
    const facts = OutcomeFacts.safeParse(leaf).data;
    const symbol = signals.get(facts?.signal ?? '');
    if (!facts || symbol === undefined) return;
    signals.delete(facts.signal);
    const isWon = isWinner(facts.result);
    const group = isWon === null ? null : isWon ? 'signals that won' : 'signals that lost';
    put({ index, symbol, time: facts.openedAt, price: facts.openPrice, group });
    put({ index, symbol, time: facts.closingTickAt, price: facts.closePrice, group });
  };
  const readers: Partial<Record<Item['kind'], (item: Item) => void>> = {
    forecast: ({ leaf, leafHash }) => {
      const facts = MinuteFacts.safeParse(leaf).data;
      if (facts) minutes.set(leafHash, facts);
    },
    signal: ({ leaf }) => {
      const facts = IssuedFacts.safeParse(leaf).data;
      if (facts) signals.set(facts.id, facts.symbol);
    },
    outcome: ({ index, leaf }) => {
      if (leaf?.['form'] === undefined) addSignal(index, leaf);
      else addMinute(index, leaf);
    },
  };

  // A leaf of another form is reported where the leaves are checked.
  return { prices, add: (item) => readers[item.kind]?.(item) };
}

/** What the models would have issued, by the place of each price that decided it. */
function groupsOfMinute(
  { forecasts }: Pick<MinuteFacts, 'forecasts'>,
  { prices }: MinutePricesFacts,
): Map<string, PriceGroup | null> {
  const groups = new Map<string, PriceGroup | null>();
  const byPlace = pricesByPlace(prices);
  for (const statement of forecasts.flatMap(({ statements }) => statements)) {
    const isWon = statement.isIssued ? isWinner(judgeStatement(statement, byPlace)) : null;
    if (isWon === null) continue;
    const group = isWon ? 'shadow forecasts that won' : 'shadow forecasts that lost';
    for (const minutes of [0, statement.duration]) {
      const place = placeOfPrice(statement.symbol, minutes);
      groups.set(place, groups.has(place) && groups.get(place) !== group ? null : group);
    }
  }
  return groups;
}
