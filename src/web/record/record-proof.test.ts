import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { fromHex, toHex } from './bytes.ts';
import { openCheckpoint } from './signed-checkpoint.ts';
import { hashOfLeaf, isConsistent, rootFromProof, type TreeHead } from './tree-proof.ts';

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
const leafHashes = await Promise.all(vectors.tree.leaves.map((text) => hashOfLeaf(JSON.parse(text) as object)));

describe('the published test vectors in the browser', () => {
  it('confirm the hash of a leaf, independent of the order of its fields', async () => {
    expect(toHex(await hashOfLeaf(vectors.leaf.object))).toBe(vectors.leaf.hash);
    const turned = Object.fromEntries(Object.entries(vectors.leaf.object).toReversed());
    expect(toHex(await hashOfLeaf(turned))).toBe(vectors.leaf.hash);
  });

  it('confirm the root of every inclusion proof, and of no other position', async () => {
    for (const { index, size, hashes } of vectors.tree.inclusion) {
      const leaf = leafHashes[index] ?? new Uint8Array();
      const root = await rootFromProof(leaf, { index, size }, hashes.map(bytes));
      expect(root && toHex(root)).toBe(computeRoot(size));
      expect(await rootFromProof(leaf, { index: size, size }, hashes.map(bytes))).toBeNull();
      expect(await rootFromProof(leaf, { index, size }, [...hashes.map(bytes), leaf])).toBeNull();
      if (size === 1) continue;
      const moved = await rootFromProof(leaf, { index: (index + 1) % size, size }, hashes.map(bytes));
      expect(moved && toHex(moved)).not.toBe(computeRoot(size));
    }
  });

  it('confirm that every tree extends every older one, and no other', async () => {
    for (const { from, to, hashes } of vectors.tree.consistency) {
      const proof = hashes.map(bytes);
      expect(await isConsistent(getHead(from), getHead(to), proof), `${from} ${to}`).toBe(true);
      const forged = { size: from, root: await hashOfLeaf({ forged: from }) };
      expect(await isConsistent(forged, getHead(to), proof)).toBe(false);
      expect(await isConsistent(getHead(from), { size: to, root: await hashOfLeaf({}) }, proof)).toBe(false);
    }
    expect(await isConsistent(getHead(8), getHead(7), [])).toBe(false);
  });
});

describe('a signed checkpoint', () => {
  const { vkey, note, size, root } = vectors.checkpoint;
  afterEach(() => void vi.unstubAllGlobals());

  it('states the size of the record, under its key', async () => {
    expect(await openCheckpoint(note, `${vkey}\n`)).toMatchObject({ size, root, signature: 'valid' });
  });

  it('fails verification when it was changed', async () => {
    const forged = note.replace(`\n${size}\n`, `\n${size + 1}\n`);
    expect(await openCheckpoint(forged, vkey)).toMatchObject({ size: size + 1, signature: 'invalid' });
    const unsigned = note.replace(/— (\S+) [^\n]+/, '— $1 AAAAAAAA');
    expect((await openCheckpoint(unsigned, vkey))?.signature).toBe('invalid');
  });

  it.each([
    ['no note', 'nothing', vkey],
    ['no key', note, 'nothing'],
    ['a key whose id does not match', note, vkey.replace(/\+[0-9a-f]{8}\+/, '+00000000+')],
    ['a key of another record', note, vkey.replace('kurs.example', 'other.example')],
  ])('is null with %s', async (_title, text, key) => {
    expect(await openCheckpoint(text, key)).toBeNull();
  });

  it('is reported as unverified where the browser has no Ed25519', async () => {
    const subtle = {
      digest: crypto.subtle.digest.bind(crypto.subtle),
      importKey: async () => Promise.reject(new DOMException('unrecognized', 'NotSupportedError')),
    };
    vi.stubGlobal('crypto', { subtle });
    expect(await openCheckpoint(note, vkey)).toMatchObject({ size, signature: 'unsupported' });
  });
});
