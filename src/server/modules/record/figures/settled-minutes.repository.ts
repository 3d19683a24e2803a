import { sql } from 'drizzle-orm';
import type { Database, Transaction } from '#server/database/connection.ts';
import {
  type DecidingPrices,
  type ModelStatements,
  pricesByPlace,
  parsePrice,
  parseStatements,
} from '#domain/record/shadow-minute.ts';
import { parseLeaf, parseMinuteLeaf } from '#record/leaf.ts';

export interface SettledMinuteLeaf {
  /** Leaves as text: the prices, and what was stated. */
  readonly prices: string;
  readonly stated: string;
  /** Hash of the stated leaf, hexadecimal. */
  readonly statedHash: string;
}

/**
 * Minutes in shadow that were settled by the leaves [from, to), identified by how their text
 * begins, whatever the row's kind. Each leaf is looked up by itself, so that a young table without
 * statistics is not scanned for every batch.
 */
export const listSettledMinutes = async (
  db: Database | Transaction,
  from: number,
  to: number,
): Promise<SettledMinuteLeaf[]> =>
  (
    await db.execute<{ prices: string; stated: string; stated_hash: string }>(sql`
      select e.leaf as prices, s.leaf as stated, encode(s.leaf_hash, 'hex') as stated_hash
      from record_leaves e
      cross join lateral (
        select leaf, leaf_hash from record_leaves
        where signal_id = e.signal_id and leaf like '{"feed":%' limit 1) s
      where e."index" >= ${from} and e."index" < ${to} and e.leaf like '{"forecast":%'
      order by e."index"`)
  ).rows.map(({ prices, stated, stated_hash: statedHash }) => ({ prices, stated, statedHash }));

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
