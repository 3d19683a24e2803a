import { leafHash } from '#record/hash.ts';
import { canonicalLeaf, type Leaf } from '#record/leaf.ts';
import type { Transaction } from '#server/database/connection.ts';
import { orderWrites } from '#server/database/locks.ts';
import { sha256 } from '#node/sha256.ts';
import { countLeaves, insertLeaves, type LeafRow } from './record.repository.ts';

/** `signalId` identifies the row: the id of a signal, of a minute, or any for a gap. */
export type RecordedLeaf = Pick<LeafRow, 'kind' | 'signalId' | 'at'> & { readonly leaf: Leaf };

/** Writes leaves as they are, after the last one (`size`, if known); the rules of their order are not checked. */
export async function writeLeaves(
  tx: Transaction,
  leaves: readonly RecordedLeaf[],
  size?: number,
): Promise<readonly LeafRow[]> {
  await orderWrites(tx);
  const from = size ?? (await countLeaves(tx));
  const rows = leaves.map(({ kind, signalId, at, leaf }, i): LeafRow => {
    const text = canonicalLeaf(leaf);
    return { index: from + i, kind, at, signalId, leaf: text, leafHash: Buffer.from(leafHash(sha256, text)) };
  });
  await insertLeaves(tx, rows);
  return rows;
}
