import { chainLink, chainStart, leafHash } from '#record/hash.ts';
import { canonicalLeaf, type Leaf } from '#record/leaf.ts';
import type { Transaction } from '#server/database/connection.ts';
import { orderWrites } from '#server/database/locks.ts';
import { sha256 } from '#node/sha256.ts';
import { findLastLink, insertLeaves, type LastLink, type LeafRow } from './record.repository.ts';

/** `signalId` identifies the row: the id of a signal, of a minute, or any for a gap. */
export type RecordedLeaf = Pick<LeafRow, 'kind' | 'signalId' | 'at'> & { readonly leaf: Leaf };

/** `last`: undefined for an empty record. */
export interface RecordEnd {
  readonly last: LastLink | undefined;
}

/** Writes leaves as they are, after the last one; the rules of their order are not checked. */
export async function writeLeaves(
  tx: Transaction,
  leaves: readonly RecordedLeaf[],
  end?: RecordEnd,
): Promise<readonly LeafRow[]> {
  await orderWrites(tx);
  const { last } = end ?? { last: await findLastLink(tx) };
  let link: Uint8Array = last?.chainHash ?? chainStart;
  const rows = leaves.map(({ kind, signalId, at, leaf }, i): LeafRow => {
    const text = canonicalLeaf(leaf);
    const hash = leafHash(sha256, text);
    link = chainLink(sha256, link, hash);
    const index = (last?.index ?? -1) + 1 + i;
    return { index, kind, at, signalId, leaf: text, leafHash: Buffer.from(hash), chainHash: Buffer.from(link) };
  });
  await insertLeaves(tx, rows);
  return rows;
}
