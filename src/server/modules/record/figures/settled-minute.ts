import {
  type DecidingPrices,
  type ModelStatements,
  pricesByPlace,
  parsePrice,
  parseStatements,
} from '#domain/record/shadow-minute.ts';
import { parseLeaf, parseMinuteLeaf } from '#record/leaf.ts';
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
export function parseSettledMinute({ prices, stated, statedHash }: SettledMinuteLeaf): SettledMinute | null {
  const leaf = parseMinuteLeaf(stated);
  const ended = parseLeaf(prices);
  if (!('prices' in ended) || ended.forecast !== statedHash) return null;
  return {
    feed: leaf.feed,
    statedAt: Date.parse(leaf.issuedAt),
    stated: leaf.forecasts.flatMap((line) => parseStatements(line) ?? []),
    prices: pricesByPlace(ended.prices.flatMap((line) => parsePrice(line) ?? [])),
  };
}
