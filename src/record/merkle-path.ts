import { nodeHash, type Sha256 } from './bytes.ts';

/** The leaves [from, to) of a record. */
export interface LeafRange {
  readonly from: number;
  readonly to: number;
}

/** A complete subtree: it covers the leaves [position·2^level, (position+1)·2^level). A leaf is one of level 0. */
export interface Subtree {
  readonly level: number;
  readonly position: number;
}

/** The largest power of two smaller than `size` (size ≥ 2): where RFC 6962 splits a tree. */
const getSplit = (size: number): number => 2 ** Math.floor(Math.log2(size - 1));

/** The two subtrees that a range of at least two leaves is joined from. */
const splitInHalves = ({ from, to }: LeafRange): [LeafRange, LeafRange] => {
  const middle = from + getSplit(to - from);
  return [
    { from, to: middle },
    { from: middle, to },
  ];
};

/**
 * The hashes that prove that leaf `index` is in the tree of `size` leaves: one per range, from the
 * leaf upwards (RFC 6962 section 2.1.1). A range that begins after the leaf is joined on the right,
 * any other on the left. Throws RangeError for a leaf outside the tree.
 */
export function inclusionPath(index: number, size: number): LeafRange[] {
  if (index < 0 || index >= size) throw new RangeError(`leaf ${index} is not in a tree of ${size}`);
  return pathTo(index, { from: 0, to: size });
}

function pathTo(index: number, range: LeafRange): LeafRange[] {
  if (range.to - range.from === 1) return [];
  const [left, right] = splitInHalves(range);
  return index < right.from ? [...pathTo(index, left), right] : [...pathTo(index, right), left];
}

/**
 * The hashes that prove that the tree of `to` leaves begins with the tree of `from` leaves (RFC
 * 6962 section 2.1.2). The first one may be within the old tree; every later one is joined to both
 * trees when it ends at or before `from`, otherwise to the new one only. Empty for an empty old
 * tree or two equal trees. Throws RangeError if from > to.
 */
export function consistencyPath(from: number, to: number): LeafRange[] {
  if (from < 0 || from > to) throw new RangeError(`a tree of ${to} does not begin with one of ${from}`);
  return from === 0 ? [] : oldEdgeIn(from, { from: 0, to }, true);
}

/** `isWhole`: the old tree begins where this range does, so the verifier already knows its root. */
function oldEdgeIn(oldEnd: number, range: LeafRange, isWhole: boolean): LeafRange[] {
  if (oldEnd === range.to) return isWhole ? [] : [range];
  const [left, right] = splitInHalves(range);
  return oldEnd <= right.from
    ? [...oldEdgeIn(oldEnd, left, isWhole), right]
    : [...oldEdgeIn(oldEnd, right, false), left];
}

/** The complete subtrees that make up a range of a path, left to right, in decreasing size. */
export function toSubtrees({ from, to }: LeafRange): Subtree[] {
  const found: Subtree[] = [];
  for (let at = from; at < to; ) {
    const level = Math.floor(Math.log2(to - at));
    found.push({ level, position: at / 2 ** level });
    at += 2 ** level;
  }
  return found;
}

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
