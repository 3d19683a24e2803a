import { dayMs } from '#domain/time.ts';
import type { Item } from './check-leaves.ts';
import { IssuedFacts, MinuteFacts, MinutePricesFacts, OutcomeFacts } from './leaf-facts.ts';

/** A price that decided a forecast. `index`: the leaf that states it; `time`: of its tick, milliseconds UTC. */
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
  const symbols = new Map<string, string>();
  const from = day === null ? Number.NEGATIVE_INFINITY : Date.parse(day);
  const to = day === null ? Number.POSITIVE_INFINITY : from + dayMs;
  const put = (price: StatedPrice): void => {
    if (price.time >= from && price.time < to) prices.push(price);
  };

  const addMinute = (index: number, leaf: unknown): void => {
    const { forecast, prices: found } = MinutePricesFacts.parse(leaf);
    const at = statedAt.get(forecast);
    if (at === undefined) return;
    for (const { symbol, price, afterMs } of found) put({ index, symbol, time: at + afterMs, price });
  };
  const addSignal = (index: number, leaf: unknown): void => {
    const { signal, openPrice, openedAt, closePrice, closingTickAt } = OutcomeFacts.parse(leaf);
    const symbol = symbols.get(signal);
    if (symbol === undefined) return;
    put({ index, symbol, time: openedAt, price: openPrice });
    put({ index, symbol, time: closingTickAt, price: closePrice });
  };

  return {
    prices,
    add: ({ index, kind, leaf, leafHash }) => {
      if (!leaf) return;
      if (kind === 'forecast') statedAt.set(leafHash, MinuteFacts.parse(leaf).issuedAt);
      else if (kind === 'signal') symbols.set(IssuedFacts.parse(leaf).id, IssuedFacts.parse(leaf).symbol);
      else if (kind === 'outcome' && leaf['form'] !== undefined) addMinute(index, leaf);
      else if (kind === 'outcome') addSignal(index, leaf);
    },
  };
}
