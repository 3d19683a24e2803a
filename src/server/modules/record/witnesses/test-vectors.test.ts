import { createPrivateKey, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { checkpointText, parseNote, parseSignatureLines, signatureLine } from '#record/checkpoint.ts';
import { cosignedMessage } from '#record/signed-note.ts';
import type { Direction } from '#domain/market/direction.ts';
import { consistencyPath, inclusionPath, type LeafRange } from '#record/merkle-path.ts';
import { judge } from '#domain/signals/outcome.ts';
import { judgeStatement, parsePrice, parseStatements, pricesByPlace } from '#domain/record/shadow-minute.ts';
import { leafHash } from '#record/hash.ts';
import { canonicalLeaf, type MinuteLeaf, type MinutePricesLeaf, type SignalLeaf } from '#record/leaf.ts';
import { computeRoot } from '#record/merkle-tree.ts';
import { sha256 } from '#node/sha256.ts';
import {
  cosign,
  openCosignature,
  openNote,
  parseVkey,
  parseWitnessVkey,
  signNote,
  toPublicBytes,
  toVkey,
  toWitnessVkey,
} from '#node/notes.ts';

interface Vectors {
  readonly leaf: { readonly object: SignalLeaf; readonly canonical: string; readonly hash: string };
  readonly tree: {
    readonly leaves: readonly string[];
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
  readonly minute: {
    readonly stated: { readonly object: MinuteLeaf; readonly canonical: string; readonly hash: string };
    readonly prices: { readonly object: MinutePricesLeaf; readonly canonical: string; readonly hash: string };
    /** Outcomes of the statements, in their order. */
    readonly results: readonly string[];
  };
  readonly outcomes: readonly {
    readonly direction: Direction;
    readonly openPrice: number;
    readonly closePrice: number;
    readonly digits: number;
    readonly result: string;
  }[];
}

const vectors = JSON.parse(
  readFileSync(new URL('../../../../../public/record-test-vectors.json', import.meta.url), 'utf8'),
) as Vectors;

/** The DER prefix of an Ed25519 private key (RFC 8410), and its 32 bytes. */
const toPrivateKey = (seed: string): KeyObject =>
  createPrivateKey({
    key: Buffer.from(`302e020100300506032b657004220420${seed}`, 'hex'),
    format: 'der',
    type: 'pkcs8',
  });

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
const leaves = vectors.tree.leaves.map((text) => leafHash(sha256, text));
const computeHashes = (path: readonly LeafRange[]): string[] =>
  path.map(({ from, to }) => hex(computeRoot(sha256, leaves.slice(from, to))));

describe('published test vectors match the product', () => {
  it('a leaf', () => {
    expect(canonicalLeaf(vectors.leaf.object)).toBe(vectors.leaf.canonical);
    expect(hex(leafHash(sha256, vectors.leaf.canonical))).toBe(vectors.leaf.hash);
  });

  it('a minute in shadow, the prices that settle it, and its outcomes', () => {
    const { stated, prices, results } = vectors.minute;
    for (const { object, canonical, hash } of [stated, prices]) {
      expect(canonicalLeaf(object)).toBe(canonical);
      expect(hex(leafHash(sha256, canonical))).toBe(hash);
    }
    expect(prices.object.forecast).toBe(stated.hash);
    const byPlace = pricesByPlace(prices.object.prices.flatMap((line) => parsePrice(line) ?? []));
    const statements = stated.object.forecasts.flatMap((line) => parseStatements(line)?.statements ?? []);
    expect(statements.map((one) => judgeStatement(one, byPlace))).toEqual(results);
  });

  it('roots of every size', () => {
    const computed = [...leaves, null].map((_, size) => ({
      size,
      root: hex(computeRoot(sha256, leaves.slice(0, size))),
    }));
    expect(computed).toEqual(vectors.tree.roots);
  });

  it('an inclusion proof of every leaf in every size', () => {
    const pairs = leaves.flatMap((_, last) =>
      leaves.slice(0, last + 1).map((_leaf, index) => ({ index, size: last + 1 })),
    );
    expect(pairs.map((pair) => ({ ...pair, hashes: computeHashes(inclusionPath(pair.index, pair.size)) }))).toEqual(
      vectors.tree.inclusion,
    );
  });

  it('a consistency proof between every two sizes', () => {
    const pairs = leaves.flatMap((_, last) =>
      leaves.slice(0, last + 1).map((_leaf, i) => ({ from: i + 1, to: last + 1 })),
    );
    expect(pairs.map((pair) => ({ ...pair, hashes: computeHashes(consistencyPath(pair.from, pair.to)) }))).toEqual(
      vectors.tree.consistency,
    );
  });

  it('a signed checkpoint', () => {
    const { seed, vkey, size, root, note } = vectors.checkpoint;
    const key = toPrivateKey(seed);
    const name = 'kurs.example/record';
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

  it('the outcome of two prices', () => {
    expect(vectors.outcomes.length).toBeGreaterThan(5);
    for (const { direction, openPrice, closePrice, digits, result } of vectors.outcomes)
      expect(judge(direction, openPrice, closePrice, digits)).toBe(result);
  });
});
