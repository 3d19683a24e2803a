import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { fromHex, toHex } from '#record/bytes.ts';
import { isConsistent, rootFromProof, type TreeHead } from '#record/merkle-path.ts';
import { computeLeafHash, openCheckpoint, sha256 } from './check/signed-checkpoint.ts';

interface Vectors {
  readonly leaf: { readonly object: object; readonly hash: string };
  readonly tree: {
    readonly leaves: readonly string[];
    readonly roots: readonly { readonly size: number; readonly root: string }[];
    readonly inclusion: readonly { readonly index: number; readonly size: number; readonly hashes: string[] }[];
    readonly consistency: readonly { readonly from: number; readonly to: number; readonly hashes: string[] }[];
  };
  readonly checkpoint: { readonly vkey: string; readonly size: number; readonly root: string; readonly note: string };
}

const vectors = JSON.parse(
  readFileSync(new URL('../../../public/record-test-vectors.json', import.meta.url), 'utf8'),
) as Vectors;
const bytes = (hex = '') => fromHex(hex) ?? new Uint8Array();
const computeRoot = (size: number) => vectors.tree.roots.find((one) => one.size === size)?.root ?? '';
const getHead = (size: number): TreeHead => ({ size, root: bytes(computeRoot(size)) });
const leafHashes = vectors.tree.leaves.map((text) => computeLeafHash(JSON.parse(text) as object));

describe('the published test vectors in the browser', () => {
  it('confirm the hash of a leaf, independent of the order of its fields', () => {
    expect(toHex(computeLeafHash(vectors.leaf.object))).toBe(vectors.leaf.hash);
    const turned = Object.fromEntries(Object.entries(vectors.leaf.object).toReversed());
    expect(toHex(computeLeafHash(turned))).toBe(vectors.leaf.hash);
  });

  it('confirm the root of every inclusion proof, and of no other position', () => {
    for (const { index, size, hashes } of vectors.tree.inclusion) {
      const leaf = leafHashes[index] ?? new Uint8Array();
      const root = rootFromProof(sha256, leaf, index, size, hashes.map(bytes));
      expect(root && toHex(root)).toBe(computeRoot(size));
      expect(rootFromProof(sha256, leaf, size, size, hashes.map(bytes))).toBeNull();
      expect(rootFromProof(sha256, leaf, index, size, [...hashes.map(bytes), leaf])).toBeNull();
      if (size === 1) continue;
      const moved = rootFromProof(sha256, leaf, (index + 1) % size, size, hashes.map(bytes));
      expect(moved && toHex(moved)).not.toBe(computeRoot(size));
    }
  });

  it('confirm that every tree extends every older one, and no other', () => {
    for (const { from, to, hashes } of vectors.tree.consistency) {
      const proof = hashes.map(bytes);
      expect(isConsistent(sha256, getHead(from), getHead(to), proof), `${from} ${to}`).toBe(true);
      const forged = { size: from, root: computeLeafHash({ forged: from }) };
      expect(isConsistent(sha256, forged, getHead(to), proof)).toBe(false);
      expect(isConsistent(sha256, getHead(from), { size: to, root: computeLeafHash({}) }, proof)).toBe(false);
    }
    expect(isConsistent(sha256, getHead(8), getHead(7), [])).toBe(false);
  });
});

describe('a signed checkpoint', () => {
  const { vkey, note, size, root } = vectors.checkpoint;

  it('states the size of the record, under its key', () => {
    expect(openCheckpoint(note, `${vkey}\n`)).toMatchObject({ size, root, isSigned: true });
  });

  it('fails verification when it was changed', () => {
    const forged = note.replace(`\n${size}\n`, `\n${size + 1}\n`);
    expect(openCheckpoint(forged, vkey)).toMatchObject({ size: size + 1, isSigned: false });
    const unsigned = note.replace(/— (\S+) [^\n]+/, '— $1 AAAAAAAA');
    expect(openCheckpoint(unsigned, vkey)?.isSigned).toBe(false);
  });

  it.each([
    ['no note', 'nothing', vkey],
    ['no key', note, 'nothing'],
    ['a key whose id does not match', note, vkey.replace(/\+[0-9a-f]{8}\+/, '+00000000+')],
    ['a key of another record', note, vkey.replace('kurs.example', 'other.example')],
  ])('is null with %s', (_title, text, key) => {
    expect(openCheckpoint(text, key)).toBeNull();
  });
});
