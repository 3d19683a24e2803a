import { sql } from 'drizzle-orm';
import { toInstant } from '#contract/wire.ts';
import { isCalibrationLeaf, isOutcomeLeaf, parseLeaf } from '#record/leaf.ts';
import type { Transaction } from '#server/database/connection.ts';
import { orderWrites } from '#server/database/order-writes.ts';
import { shadowMinutes } from '#server/database/tables/shadow-tables.ts';
import { appendLeaves, type NewLeaf } from '../append/append-leaves.ts';
import { type FeedPosition, findFeed, follow, noPosition, saveFeed } from '../append/feed-position.ts';
import { expiryOfLeaf } from '../append/open-leaf.ts';
import { insertLeaves, type LeafRow } from '../append/record.repository.ts';

/** Stores leaves with their hashes as they were, and everything in other tables that follows from them. */
export async function restoreLeaves(tx: Transaction, rows: readonly LeafRow[]): Promise<void> {
  await settleSignals(tx, rows);
  await restoreMinutes(tx, rows);
  await orderWrites(tx);
  await insertLeaves(tx, rows);
  const positions = new Map<string, FeedPosition>();
  for (const row of rows) {
    const leaf = parseLeaf(row.leaf);
    if (!('feed' in leaf) || isCalibrationLeaf(leaf)) continue;
    const position = positions.get(leaf.feed) ?? (await findFeed(tx, leaf.feed)) ?? noPosition;
    positions.set(leaf.feed, follow(position, leaf));
  }
  for (const [feed, position] of positions) await saveFeed(tx, feed, position);
}

/** Signals that were open, or had another outcome, in the restored database. */
async function settleSignals(tx: Transaction, rows: readonly LeafRow[]): Promise<void> {
  for (const { kind, signalId, at, leaf: text } of rows) {
    const leaf = parseLeaf(text);
    if (isOutcomeLeaf(leaf))
      await tx.execute(sql`
        with settled as (
          update signals set status = 'settled', result = ${leaf.result}, close_price = ${leaf.closePrice},
            open_price = ${leaf.openPrice}, opened_at = ${leaf.openedAt}, expires_at = ${leaf.expiresAt},
            late = ${leaf.late ? JSON.stringify(leaf.late) : null}::jsonb
          where id = ${signalId} and status <> 'settled' returning id)
        insert into outcomes (signal_id, result, close_price, closing_tick_at, entry_tick_at, settled_at)
        select id, ${leaf.result}, ${leaf.closePrice}::float8, ${leaf.closingTickAt}::timestamptz,
          ${leaf.openedAt}::timestamptz, ${at}::timestamptz from settled
        on conflict do nothing`);
    else if (kind === 'void' && 'reason' in leaf)
      await tx.execute(sql`
        with settled as (
          update signals set status = 'settled', result = 'void', void_reason = ${leaf.reason}, late = null
          where id = ${signalId} returning id)
        insert into outcomes (signal_id, result, void_reason, settled_at)
        select id, 'void', ${leaf.reason}, ${at}::timestamptz from settled
        on conflict do nothing`);
  }
}

/** Minutes in shadow: open until their prices are recorded, then a marker. */
async function restoreMinutes(tx: Transaction, rows: readonly LeafRow[]): Promise<void> {
  for (const { signalId: id, at, leaf: text, leafHash } of rows) {
    const leaf = parseLeaf(text);
    if ('forecasts' in leaf)
      await tx.insert(shadowMinutes).values({
        id,
        feed: leaf.feed,
        issuedAt: at,
        dueAt: new Date(expiryOfLeaf(leaf)),
        leaf: text,
        leafHash,
      });
    else if ('prices' in leaf)
      await tx.execute(
        sql`update shadow_minutes set settled_at = ${at}, leaf = null, leaf_hash = null where id = ${id}`,
      );
  }
}

/**
 * Signals that were issued after the backup exist on the record alone: nobody holds them any more,
 * and their ticks are lost. Returns how many there are.
 */
export async function voidLostSignals(tx: Transaction, now: number): Promise<number> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select s.signal_id as id from record_leaves s
    where s.kind = 'signal' and not exists (select 1 from signals where id = s.signal_id) and not exists (
      select 1 from record_leaves e where e.signal_id = s.signal_id and e.kind in ('outcome', 'void'))
    order by s."index"`);
  const at = new Date(now);
  await appendLeaves(
    tx,
    rows.map(({ id }): NewLeaf => {
      const leaf = { signal: id, result: 'void', reason: 'feed_gap', at: toInstant(now) } as const;
      return { kind: 'void', signalId: id, at, leaf };
    }),
  );
  return rows.length;
}
