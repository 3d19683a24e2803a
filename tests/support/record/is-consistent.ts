import { isSame, nodeHash, type Sha256 } from '#record/bytes.ts';
import { consistencyPath, type TreeHead } from '#record/merkle-path.ts';

/** As a witness checks it: whether the newer tree begins with all of the older one. */
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
