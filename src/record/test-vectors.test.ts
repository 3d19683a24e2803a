import { createPrivateKey, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  cosign,
  openCosignature,
  openNote,
  parseVkey,
  parseWitnessVkey,
  sha256,
  signNote,
  toPublicBytes,
  toVkey,
  toWitnessVkey,
} from '#node/notes.ts';
import { checkpointText, cosignedMessage, parseNote, parseSignatureLines, signatureLine } from './signed-note.ts';
import { leafHash } from './bytes.ts';
import { canonicalLeaf, type Leaf, parseLeaf } from './leaf.ts';
import { deriveResult, parseForecasts, parsePrices } from './lines.ts';
import { consistencyPath, inclusionPath, type LeafRange } from './merkle-path.ts';
import { computeRoot } from './merkle-tree.ts';

interface Vectors {
  readonly leaves: readonly { readonly object: Leaf; readonly canonical: string; readonly hash: string }[];
  /** Of the forecasts of a minute, in their order. */
  readonly results: { readonly minute: number; readonly outcome: number; readonly results: readonly string[] };
  readonly tree: {
    readonly roots: readonly { readonly size: number; readonly root: string }[];
    readonly inclusion: readonly {
      readonly index: number;
      readonly size: number;
      readonly hashes: readonly string[];
    }[];
    readonly consistency: readonly { readonly from: number; readonly to: number; readonly hashes: readonly string[] }[];
  };
  readonly checkpoint: {
    readonly seed: string;
    readonly vkey: string;
    readonly size: number;
    readonly root: string;
    readonly note: string;
  };
  readonly cosignature: {
    readonly seed: string;
    readonly vkey: string;
    readonly time: number;
    readonly message: string;
    readonly line: string;
  };
}

const vectors = JSON.parse(
  readFileSync(new URL('../../public/record-test-vectors.json', import.meta.url), 'utf8'),
) as Vectors;

/** The DER prefix of an Ed25519 private key (RFC 8410), and its 32 bytes. */
const toPrivateKey = (seed: string): KeyObject =>
  createPrivateKey({
    key: Buffer.from(`302e020100300506032b657004220420${seed}`, 'hex'),
    format: 'der',
    type: 'pkcs8',
  });

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
const hashes = vectors.leaves.map(({ canonical }) => leafHash(sha256, canonical));
const computeHashes = (path: readonly LeafRange[]): string[] =>
  path.map(({ from, to }) => hex(computeRoot(sha256, hashes.slice(from, to))));

describe('published test vectors match the product', () => {
  it('a leaf of every kind', () => {
    for (const { object, canonical, hash } of vectors.leaves) {
      expect(canonicalLeaf(object)).toBe(canonical);
      expect(parseLeaf(canonical)).toEqual(object);
      expect(hex(leafHash(sha256, canonical))).toBe(hash);
    }
    const kinds = ['answer', 'genesis', 'minute', 'outcome', 'signal', 'version', 'void'];
    expect([...new Set(vectors.leaves.map(({ object }) => object.kind))].toSorted()).toEqual(kinds);
  });

  it('the results of a minute from its prices', () => {
    const minute = vectors.leaves[vectors.results.minute]?.object;
    const outcome = vectors.leaves[vectors.results.outcome]?.object;
    const prices = outcome?.kind === 'outcome' ? outcome.prices.flatMap((line) => parsePrices(line) ?? []) : [];
    const forecasts =
      minute?.kind === 'minute' ? minute.forecasts.flatMap((line) => parseForecasts(line)?.forecasts ?? []) : [];
    const results = forecasts.map((one) => {
      const own = prices.find(({ pair }) => pair === one.pair);
      return own && deriveResult(one, own);
    });
    expect(results).toEqual(vectors.results.results);
  });

  it('roots of every size, and proofs in and between them', () => {
    const roots = [...hashes, null].map((_, size) => ({ size, root: hex(computeRoot(sha256, hashes.slice(0, size))) }));
    expect(roots).toEqual(vectors.tree.roots);
    const places = hashes.flatMap((_, last) =>
      hashes.slice(0, last + 1).map((_hash, index) => ({ index, size: last + 1 })),
    );
    expect(
      places.map((place) => ({ ...place, hashes: computeHashes(inclusionPath(place.index, place.size)) })),
    ).toEqual(vectors.tree.inclusion);
    const sizes = places.map(({ index, size }) => ({ from: index + 1, to: size }));
    expect(sizes.map((one) => ({ ...one, hashes: computeHashes(consistencyPath(one.from, one.to)) }))).toEqual(
      vectors.tree.consistency,
    );
  });

  it('a signed checkpoint', () => {
    const { seed, vkey, size, root, note } = vectors.checkpoint;
    const key = toPrivateKey(seed);
    const name = 'signals.example/record';
    expect(toVkey({ name, publicKey: toPublicBytes(key) })).toBe(vkey);
    const text = checkpointText({ origin: name, size, root });
    expect(signNote(text, name, key)).toBe(note);
    const verifier = parseVkey(vkey);
    expect(verifier && openNote(note, verifier)).toBe(text);
    expect(Buffer.from(root, 'base64').toString('hex')).toBe(vectors.tree.roots.at(-1)?.root);
  });

  it('a cosignature of that checkpoint', () => {
    const { seed, vkey, time, message, line } = vectors.cosignature;
    const key = toPrivateKey(seed);
    const name = 'witness.example/w1';
    const { text = '' } = parseNote(vectors.checkpoint.note) ?? {};
    expect(toWitnessVkey({ name, publicKey: toPublicBytes(key) })).toBe(vkey);
    expect(cosignedMessage(text, time)).toBe(message);
    expect(signatureLine(cosign(text, name, key, time))).toBe(line);
    const witness = parseWitnessVkey(vkey);
    expect(witness && openCosignature(text, parseSignatureLines(line) ?? [], witness)?.time).toBe(time);
  });
});
