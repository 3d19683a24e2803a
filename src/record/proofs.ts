import { isSame } from './bytes.ts';
import { consistencyPath, inclusionPath } from './merkle-path.ts';
import { nodeHash, type Sha256 } from './hash.ts';

/**
 * The root computed from a proof; equal to the tree's root if and only if the leaf is in it. Null:
 * not a proof of this index.
 */
export function rootFromProof(
  sha256: Sha256,
  leaf: Uint8Array,
  index: number,
  size: number,
  proof: readonly Uint8Array[],
): Uint8Array | null {
  const path = index < size ? inclusionPath(index, size) : null;
  if (path?.length !== proof.length) return null;
  return proof.reduce(
    (hash, sibling, i) =>
      (path[i]?.from ?? 0) > index ? nodeHash(sha256, hash, sibling) : nodeHash(sha256, sibling, hash),
    leaf,
  );
}

export interface TreeHead {
  readonly size: number;
  readonly root: Uint8Array;
}

/** Whether the newer tree begins with all of the older one. */
export function isConsistent(sha256: Sha256, older: TreeHead, newer: TreeHead, proof: readonly Uint8Array[]): boolean {
  if (older.size > newer.size) return false;
  const path = consistencyPath(older.size, newer.size);
  if (path.length !== proof.length) return false;
  if (older.size === newer.size) return isSame(older.root, newer.root);
  if (older.size === 0) return isSame(older.root, sha256());
  // When the old tree is one complete subtree, the walk starts at its root; otherwise the first
  // hash is within it.
  const isOldWhole = (path[0]?.from ?? 0) >= older.size;
  const start = isOldWhole ? older.root : proof[0];
  let [oldHash, newHash] = [start, start];
  for (const [i, hash] of proof.entries()) {
    if (i === 0 && !isOldWhole) continue;
    const isOld = (path[i]?.to ?? 0) <= older.size;
    if (!oldHash || !newHash) return false;
    newHash = isOld ? nodeHash(sha256, hash, newHash) : nodeHash(sha256, newHash, hash);
    if (isOld) oldHash = nodeHash(sha256, hash, oldHash);
  }
  return isSame(oldHash, older.root) && isSame(newHash, newer.root);
}
