import {
  type DecidingPrices,
  type ModelStatements,
  pricesByPlace,
  readPrice,
  readStatements,
} from '#domain/record/shadow-minute.ts';
import { readLeaf, readMinuteLeaf } from '#record/leaf.ts';
import type { SettledMinuteLeaf } from './settled-minutes.repository.ts';

/** What the models stated at a minute's close, and the prices that settle it. */
export interface SettledMinute {
  readonly feed: string;
  /** Milliseconds UTC. */
  readonly statedAt: number;
  readonly stated: readonly ModelStatements[];
  readonly prices: DecidingPrices;
}

/** Null: the prices are not those of this minute. */
export function readSettledMinute({ prices, stated, statedHash }: SettledMinuteLeaf): SettledMinute | null {
  const leaf = readMinuteLeaf(stated);
  const ended = readLeaf(prices);
  if (!('prices' in ended) || ended.forecast !== statedHash) return null;
  return {
    feed: leaf.feed,
    statedAt: Date.parse(leaf.issuedAt),
    stated: leaf.forecasts.flatMap((line) => readStatements(line) ?? []),
    prices: pricesByPlace(ended.prices.flatMap((line) => readPrice(line) ?? [])),
  };
}
