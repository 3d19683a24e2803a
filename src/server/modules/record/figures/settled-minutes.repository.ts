import { sql } from 'drizzle-orm';
import type { Database, Transaction } from '#server/database/connection.ts';

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
