import { chainLink, chainStart } from '#engine/record/chain.ts';
import { leafHash } from '#engine/record/hash.ts';
import {
  canonicalLeaf,
  type ForecastLeaf,
  type MinuteLeaf,
  type MinutePricesLeaf,
  type OutcomeLeaf,
  type SignalLeaf,
  type VoidLeaf,
} from '#engine/record/leaf.ts';
import type { Transaction } from '#server/database/connection.ts';
import { orderWrites } from '#server/database/order-writes.ts';
import { sha256 } from '#server/sha256.ts';
import { findLastLink, insertLeaves, type LeafRow } from './record.repository.ts';

export type NewLeaf = { readonly signalId: string; readonly at: Date } & (
  | { readonly kind: 'signal'; readonly leaf: SignalLeaf }
  /** `signalId` identifies the row only. */
  | { readonly kind: 'forecast'; readonly leaf: ForecastLeaf | MinuteLeaf }
  | { readonly kind: 'outcome'; readonly leaf: OutcomeLeaf | MinutePricesLeaf }
  | { readonly kind: 'void'; readonly leaf: VoidLeaf }
);

/**
 * Appends to the record in the caller's transaction: the leaf commits together with what it
 * records, or not at all.
 */
export async function appendLeaves(tx: Transaction, leaves: readonly NewLeaf[]): Promise<void> {
  if (leaves.length === 0) return;
  await orderWrites(tx);
  const last = await findLastLink(tx);
  let index = (last?.index ?? -1) + 1;
  let link: Uint8Array = last?.chainHash ?? chainStart;
  const rows = leaves.map(({ kind, signalId, at, leaf }): LeafRow => {
    const text = canonicalLeaf(leaf);
    const hash = leafHash(sha256, text);
    link = chainLink(sha256, link, hash);
    const row = { index, kind, at, signalId, leaf: text, leafHash: Buffer.from(hash), chainHash: Buffer.from(link) };
    index++;
    return row;
  });
  await insertLeaves(tx, rows);
}
