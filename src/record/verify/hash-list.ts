import { growTree, joinSubtrees, type TreeEdge } from '#record/merkle-tree.ts';
import type { Sha256 } from '#record/hash.ts';

const hashBytes = 32;
const firstCapacity = 1_024;
/** Hashes that are looked at together. */
const chunk = 4_096;

/** Leaf hashes in one block of memory: a million of them take 32 MB. */
export type HashList = ReturnType<typeof createHashList>;

export function createHashList() {
  let bytes = new Uint8Array(firstCapacity * hashBytes);
  let length = 0;
  const at = (index: number): Uint8Array | undefined =>
    index < 0 || index >= length ? undefined : bytes.subarray(index * hashBytes, (index + 1) * hashBytes);
  return {
    length: (): number => length,
    push: (hash: Uint8Array): void => {
      if ((length + 1) * hashBytes > bytes.length) {
        const grown = new Uint8Array(2 * bytes.length);
        grown.set(bytes);
        bytes = grown;
      }
      bytes.set(hash.subarray(0, hashBytes), length * hashBytes);
      length++;
    },
    /** A view, not a copy. */
    at,
    slice: (from: number, to: number): Uint8Array[] =>
      Array.from({ length: Math.max(0, Math.min(to, length) - from) }, (_, i) => at(from + i) ?? new Uint8Array()),
  };
}

/** The roots of the tree at sizes that do not fall. */
export function createRoots(sha256: Sha256, hashes: HashList): (size: number) => Uint8Array {
  let [grown, edge]: [number, TreeEdge] = [0, []];
  return (size) => {
    for (; grown < size && grown < hashes.length(); grown = Math.min(size, grown + chunk))
      // Copies: an edge outlives the block of memory.
      edge = growTree(
        sha256,
        grown,
        edge,
        hashes.slice(grown, Math.min(size, grown + chunk)).map((one) => one.slice()),
      ).edge;
    return joinSubtrees(sha256, edge);
  };
}
