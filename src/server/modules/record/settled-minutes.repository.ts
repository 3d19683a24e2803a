import { sql } from 'drizzle-orm';
import type { Database } from '#server/database/connection.ts';

export interface SettledMinuteLeaf {
  /** Leaves as text: the prices, and what had been stated. */
  readonly prices: string;
  readonly stated: string;
  /** Of the stated leaf, hexadecimal. */
  readonly statedHash: string;
}

/** Minutes of forecasts in shadow that were settled by the leaves [from, to). */
export const listSettledMinutes = async (db: Database, from: number, to: number): Promise<SettledMinuteLeaf[]> =>
  (
    await db.execute<{ prices: string; stated: string; stated_hash: string }>(sql`
      select e.leaf as prices, s.leaf as stated, encode(s.leaf_hash, 'hex') as stated_hash
      from record_leaves e
      join record_leaves s on s.signal_id = e.signal_id and s."index" < e."index"
      where e."index" >= ${from} and e."index" < ${to} and e.leaf like '{"forecast":%'
      order by e."index"`)
  ).rows.map(({ prices, stated, stated_hash: statedHash }) => ({ prices, stated, statedHash }));
