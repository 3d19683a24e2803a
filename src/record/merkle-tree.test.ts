import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isConsistent } from '#tests/support/record/is-consistent.ts';
import { consistencyPath, inclusionPath, type LeafRange, rootFromProof, toSubtrees } from './merkle-path.ts';
import { nodeHash, type Sha256 } from './bytes.ts';
import { computeRoot, edgeLength, growTree, joinSubtrees } from './merkle-tree.ts';

const sha256: Sha256 = (...parts) => parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest();
const hex = (bytes: Uint8Array | null | undefined): string => Buffer.from(bytes ?? []).toString('hex');

/** RFC 6962 section 2.1, verbatim: D[0:k] and D[k:n], k the largest power of two smaller than n. */
function definedRoot(leaves: readonly Uint8Array[]): Uint8Array {
  if (leaves.length === 0) return sha256();
  const [only] = leaves;
  if (leaves.length === 1 && only) return only;
  let k = 1;
  while (k * 2 < leaves.length) k *= 2;
  return nodeHash(sha256, definedRoot(leaves.slice(0, k)), definedRoot(leaves.slice(k)));
}

const getProof = (leaves: readonly Uint8Array[], path: readonly LeafRange[]): Uint8Array[] =>
  path.map(({ from, to }) => definedRoot(leaves.slice(from, to)));
const included = (leaves: readonly Uint8Array[], index: number) =>
  getProof(leaves, inclusionPath(index, leaves.length));
const consistent = (leaves: readonly Uint8Array[], from: number) =>
  getProof(leaves, consistencyPath(from, leaves.length));

/** The test vectors of the certificate-transparency implementations of RFC 6962 (merkletree tests). */
describe('the certificate-transparency test vectors', () => {
  const inputs = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f'];
  const leaves = inputs.map((input) => sha256(new Uint8Array([0]), Buffer.from(input, 'hex')));
  const roots = [
    'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
    'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
    'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
    'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
    '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
    '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
    'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
    '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
  ];

  it.each(roots.map((root, size) => [size, root] as const))('the root of %i leaves', (size, root) => {
    expect(hex(computeRoot(sha256, leaves.slice(0, size)))).toBe(root);
  });
});

const listLeaves = (count: number) => Array.from({ length: count }, (_, i) => sha256(`leaf ${i}`));
const manyLeaves = listLeaves(400);
const manyRoots = Array.from({ length: 401 }, (_, size) => definedRoot(manyLeaves.slice(0, size)));
const rootAt = (size: number): Uint8Array => manyRoots[size] ?? new Uint8Array();

const manySubtrees = new Map<string, Uint8Array>();
/** The hashes of a proof in a tree of `manyLeaves`; the trees share most of their subtrees. */
const manyProof = (path: readonly LeafRange[]): Uint8Array[] =>
  path.map(({ from, to }) => {
    const known = manySubtrees.get(`${from}-${to}`);
    const root = known ?? definedRoot(manyLeaves.slice(from, to));
    manySubtrees.set(`${from}-${to}`, root);
    return root;
  });

describe('a growing tree', () => {
  it('has the root of the definition at every size, leaf by leaf', () => {
    let edge: readonly Uint8Array[] = [];
    manyLeaves.forEach((leaf, size) => {
      edge = growTree(sha256, size, edge, [leaf]).edge;
      expect(edge).toHaveLength(edgeLength(size + 1));
      expect(hex(joinSubtrees(sha256, edge))).toBe(hex(rootAt(size + 1)));
    });
  });

  it('is independent of the batch sizes, and its nodes match the definition', () => {
    const portions = fc.array(fc.integer({ min: 0, max: 60 }), { maxLength: 12 });
    fc.assert(
      fc.property(portions, (counts) => {
        let [size, edge]: [number, readonly Uint8Array[]] = [0, []];
        for (const count of counts) {
          const grown = growTree(sha256, size, edge, manyLeaves.slice(size, size + count));
          for (const { level, position, hash } of grown.nodes) {
            const width = 2 ** level;
            expect(hex(hash)).toBe(hex(definedRoot(manyLeaves.slice(position * width, (position + 1) * width))));
          }
          [size, edge] = [Math.min(400, size + count), grown.edge];
        }
        expect(hex(joinSubtrees(sha256, edge))).toBe(hex(rootAt(size)));
      }),
      { numRuns: 40 },
    );
  });
});

describe('ranges', () => {
  it('of every path consist of at most 2·log2 adjacent complete subtrees', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000_000_000 }), fc.nat(), (size, at) => {
        const path = inclusionPath(at % size, size);
        expect(path.length).toBeLessThanOrEqual(Math.ceil(Math.log2(size)));
        for (const range of path) {
          let end = range.from;
          for (const { level, position } of toSubtrees(range)) {
            expect(position * 2 ** level).toBe(end);
            end += 2 ** level;
          }
          expect(end).toBe(range.to);
        }
      }),
    );
  });
});

describe('an inclusion proof', () => {
  it('verifies every leaf of every size up to 130, and only for this leaf, index and size', () => {
    for (let size = 1; size <= 130; size++) {
      for (const [index, leaf] of manyLeaves.slice(0, size).entries()) {
        const proof = manyProof(inclusionPath(index, size));
        expect(hex(rootFromProof(sha256, leaf, index, size, proof))).toBe(hex(rootAt(size)));
        expect(hex(rootFromProof(sha256, sha256('forged'), index, size, proof))).not.toBe(hex(rootAt(size)));
        expect(rootFromProof(sha256, leaf, index, size, [...proof, leaf])).toBeNull();
      }
    }
  });

  it('fails with another index, a changed hash or an index outside the tree', () => {
    const cases = fc
      .integer({ min: 2, max: 400 })
      .chain((size) => fc.tuple(fc.constant(size), fc.nat({ max: size - 1 }), fc.nat({ max: size - 1 }), fc.nat()));
    fc.assert(
      fc.property(cases, ([size, index, other, at]) => {
        const proof = included(manyLeaves.slice(0, size), index);
        const leaf = manyLeaves[index] ?? new Uint8Array();
        const root = hex(rootAt(size));
        expect(hex(rootFromProof(sha256, leaf, index, size, proof))).toBe(root);
        if (other !== index) expect(hex(rootFromProof(sha256, leaf, other, size, proof))).not.toBe(root);
        const forged = proof.map((hash, i) => (i === at % proof.length ? sha256(hash) : hash));
        expect(hex(rootFromProof(sha256, leaf, index, size, forged))).not.toBe(root);
        expect(rootFromProof(sha256, leaf, size, size, proof)).toBeNull();
      }),
    );
  });
});

describe('a consistency proof', () => {
  const head = (size: number) => ({ size, root: rootAt(size) });

  it('verifies between any two sizes up to 130', () => {
    for (let to = 0; to <= 130; to++) {
      for (let from = 0; from <= to; from++) {
        const proof = manyProof(consistencyPath(from, to));
        expect(isConsistent(sha256, head(from), head(to), proof), `${from}-${to}`).toBe(true);
      }
    }
  });

  it('fails for a fork: one leaf of the old tree changed, moved or left out', () => {
    const cases = fc
      .integer({ min: 2, max: 400 })
      .chain((to) =>
        fc
          .integer({ min: 2, max: to })
          .chain((from) => fc.tuple(fc.constant(to), fc.constant(from), fc.nat({ max: from - 2 }))),
      );
    fc.assert(
      fc.property(cases, ([to, from, at]) => {
        const tree = manyLeaves.slice(0, to);
        const changed = tree.with(at, sha256('forged'));
        const moved = tree.with(at, tree[at + 1] ?? sha256()).with(at + 1, tree[at] ?? sha256());
        for (const fork of [changed, moved, tree.toSpliced(at, 1)]) {
          const newer = { size: fork.length, root: definedRoot(fork) };
          if (newer.size < from) continue;
          expect(isConsistent(sha256, head(from), newer, consistent(fork, from))).toBe(false);
        }
      }),
    );
  });

  it('fails when a hash is changed, added or missing, and in reverse order', () => {
    const cases = fc
      .integer({ min: 2, max: 400 })
      .chain((to) => fc.tuple(fc.constant(to), fc.integer({ min: 1, max: to - 1 }), fc.nat()));
    fc.assert(
      fc.property(cases, ([to, from, at]) => {
        const proof = consistent(manyLeaves.slice(0, to), from);
        const forged = proof.map((hash, i) => (i === at % proof.length ? sha256(hash) : hash));
        for (const wrong of [forged, [...proof, sha256()], proof.slice(1), []])
          expect(isConsistent(sha256, head(from), head(to), wrong)).toBe(false);
        expect(isConsistent(sha256, head(to), head(from), proof)).toBe(false);
      }),
    );
  });
});
