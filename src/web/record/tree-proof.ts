import canonicalize from 'canonicalize';
import { consistencyPath, splitInHalves, inclusionPath } from '#record/merkle-path.ts';
import { isSame, joined } from './bytes.ts';

type Hash = Uint8Array<ArrayBuffer>;

/** Uses Web Crypto. Throws where it is missing: it exists only under https or on localhost. */
const sha256 = async (...parts: readonly (Uint8Array | string)[]): Promise<Hash> =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', joined(parts)));

const leafPrefix = new Uint8Array([0]);
const nodePrefix = new Uint8Array([1]);
const nodeHash = (left: Uint8Array, right: Uint8Array): Promise<Hash> => sha256(nodePrefix, left, right);

/** SHA-256(0x00 ‖ RFC 8785 text): the expected hash of a leaf. */
export const hashOfLeaf = (leaf: object): Promise<Hash> => sha256(leafPrefix, canonicalize(leaf) ?? '');

/**
 * The root computed from an inclusion proof (RFC 6962 section 2.1.1); null: the proof does not fit
 * this position.
 */
export async function rootFromProof(
  leaf: Hash,
  { index, size }: { readonly index: number; readonly size: number },
  proof: readonly Hash[],
): Promise<Hash | null> {
  const path = index < size ? inclusionPath(index, size) : null;
  if (path?.length !== proof.length) return null;
  let hash = leaf;
  for (const [i, sibling] of proof.entries()) {
    const isLeft = (path[i]?.from ?? 0) > index;
    hash = isLeft ? await nodeHash(hash, sibling) : await nodeHash(sibling, hash);
  }
  return hash;
}

/** The hash of a range of a tree, from the hashes of its leaves (RFC 6962 section 2.1). */
export async function treeHash(leaves: readonly Hash[]): Promise<Hash> {
  const [only] = leaves;
  if (!only) return sha256();
  if (leaves.length === 1) return only;
  const [left, right] = splitInHalves({ from: 0, to: leaves.length });
  return nodeHash(await treeHash(leaves.slice(0, left.to)), await treeHash(leaves.slice(right.from)));
}

export interface TreeHead {
  readonly size: number;
  readonly root: Hash;
}

/** Whether the newer tree extends the older one (RFC 6962 section 2.1.2). */
export async function isConsistent(older: TreeHead, newer: TreeHead, proof: readonly Hash[]): Promise<boolean> {
  if (older.size > newer.size) return false;
  const path = consistencyPath(older.size, newer.size);
  if (path.length !== proof.length) return false;
  if (older.size === newer.size) return isSame(older.root, newer.root);
  if (older.size === 0) return isSame(older.root, await sha256());
  // If the old tree is one complete subtree, its root starts the walk; otherwise the first hash is
  // inside it.
  const isOldComplete = (path[0]?.from ?? 0) >= older.size;
  const start = isOldComplete ? older.root : proof[0];
  if (!start) return false;
  let [oldHash, newHash] = [start, start];
  for (const [i, hash] of proof.entries()) {
    if (i === 0 && !isOldComplete) continue;
    const isOld = (path[i]?.to ?? 0) <= older.size;
    newHash = isOld ? await nodeHash(hash, newHash) : await nodeHash(newHash, hash);
    if (isOld) oldHash = await nodeHash(hash, oldHash);
  }
  return isSame(oldHash, older.root) && isSame(newHash, newer.root);
}
