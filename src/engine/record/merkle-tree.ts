import { nodeHash, type Sha256 } from './hash.ts';

/** The largest power of two smaller than `size` (size ≥ 2): where RFC 6962 splits a tree. */
const splitOf = (size: number): number => 2 ** Math.floor(Math.log2(size - 1));

/** Merkle tree hash of the leaf hashes [from, to), RFC 6962 section 2.1. Throws RangeError for an empty range. */
export function rootOf(sha256: Sha256, leaves: readonly Uint8Array[], from = 0, to = leaves.length): Uint8Array {
  const only = leaves[from];
  if (only === undefined || to <= from) throw new RangeError('a tree needs at least one leaf');
  if (to - from === 1) return only;
  const middle = from + splitOf(to - from);
  return nodeHash(sha256, rootOf(sha256, leaves, from, middle), rootOf(sha256, leaves, middle, to));
}

/** The audit path of leaf `index` in the tree of all `leaves`, from the leaf upwards, RFC 6962 section 2.1.1. */
export function inclusionProof(sha256: Sha256, leaves: readonly Uint8Array[], index: number): Uint8Array[] {
  if (index < 0 || index >= leaves.length) throw new RangeError(`leaf ${index} is not in a tree of ${leaves.length}`);
  return pathIn(sha256, leaves, index, 0, leaves.length);
}

function pathIn(sha256: Sha256, leaves: readonly Uint8Array[], index: number, from: number, to: number): Uint8Array[] {
  if (to - from === 1) return [];
  const middle = from + splitOf(to - from);
  return index < middle
    ? [...pathIn(sha256, leaves, index, from, middle), rootOf(sha256, leaves, middle, to)]
    : [...pathIn(sha256, leaves, index, middle, to), rootOf(sha256, leaves, from, middle)];
}

/** The root that a proof leads to; equal to the tree's root if and only if the leaf is in it. RFC 9162 section 2.1.3.2. */
export function rootFromProof(
  sha256: Sha256,
  leaf: Uint8Array,
  index: number,
  size: number,
  proof: readonly Uint8Array[],
): Uint8Array | null {
  let position = index;
  let last = size - 1;
  let hash = leaf;
  for (const sibling of proof) {
    if (last === 0) return null;
    if (position % 2 === 1 || position === last) {
      hash = nodeHash(sha256, sibling, hash);
      while (position % 2 === 0 && position !== 0) {
        position = Math.floor(position / 2);
        last = Math.floor(last / 2);
      }
    } else {
      hash = nodeHash(sha256, hash, sibling);
    }
    position = Math.floor(position / 2);
    last = Math.floor(last / 2);
  }
  return last === 0 ? hash : null;
}
