import { toSubtrees, type Subtree } from './merkle-path.ts';
import { nodeHash, type Sha256 } from './bytes.ts';

export interface TreeNode extends Subtree {
  readonly hash: Uint8Array;
}

/**
 * Hashes of the complete subtrees of a whole tree, left to right: sufficient to append to the tree.
 */
export type TreeEdge = readonly Uint8Array[];

/** Number of hashes in the edge of a tree. */
export const edgeLength = (size: number): number => toSubtrees({ from: 0, to: size }).length;

/**
 * Appends leaves to the tree of `size` leaves. Returns the subtrees that became complete, in order
 * of creation, and the new edge. Each leaf costs two hashes on average.
 */
export function growTree(
  sha256: Sha256,
  size: number,
  edge: TreeEdge,
  leaves: readonly Uint8Array[],
): { readonly nodes: TreeNode[]; readonly edge: TreeEdge } {
  const nodes: TreeNode[] = [];
  const grown = [...edge];
  leaves.forEach((leaf, i) => {
    let hash = leaf;
    let position = size + i;
    for (let level = 1; position % 2 === 1; level++) {
      const left = grown.pop();
      if (!left) throw new RangeError('edge does not match the tree size');
      hash = nodeHash(sha256, left, hash);
      position = (position - 1) / 2;
      nodes.push({ level, position, hash });
    }
    grown.push(hash);
  });
  return { nodes, edge: grown };
}

/**
 * The hash of a range from its subtrees, left to right; for none, the root of the empty tree (RFC
 * 6962 section 2.1).
 */
export function joinSubtrees(sha256: Sha256, hashes: readonly Uint8Array[]): Uint8Array {
  if (hashes.length === 0) return sha256();
  return hashes.reduceRight((right, left) => nodeHash(sha256, left, right));
}

/** Merkle tree hash of all leaf hashes, RFC 6962 section 2.1. */
export const computeRoot = (sha256: Sha256, leaves: readonly Uint8Array[]): Uint8Array =>
  joinSubtrees(sha256, growTree(sha256, 0, [], leaves).edge);
