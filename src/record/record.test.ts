import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { chainLink, chainStart, leafHash, type Sha256 } from './hash.ts';
import { canonicalLeaf, type SignalLeaf } from './leaf.ts';

const sha256: Sha256 = (...parts) => parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest();
const hex = (bytes: Uint8Array | null): string => Buffer.from(bytes ?? []).toString('hex');

const leaf: SignalLeaf = {
  symbol: 'EURUSD',
  id: '5f0c2b1e-0000-4000-8000-000000000001',
  model: 'kurs_ai_v2',
  modelVersion: '1',
  direction: 'BUY',
  passability: 57.25,
  duration: 5,
  feed: 'simulated',
  issuedAt: '2026-01-02T03:04:05.678Z',
  seq: 4711,
  nonce: '000102030405060708090a0b0c0d0e0f',
};

describe('a leaf', () => {
  it('has one canonical text for any key order', () => {
    const reversed = Object.fromEntries(Object.entries(leaf).reverse()) as unknown as SignalLeaf;
    expect(canonicalLeaf(reversed)).toBe(canonicalLeaf(leaf));
    expect(canonicalLeaf(leaf)).toBe(
      '{"direction":"BUY","duration":5,"feed":"simulated","id":"5f0c2b1e-0000-4000-8000-000000000001","issuedAt":"2026-01-02T03:04:05.678Z","model":"kurs_ai_v2","modelVersion":"1","nonce":"000102030405060708090a0b0c0d0e0f","passability":57.25,"seq":4711,"symbol":"EURUSD"}',
    );
  });
});

describe('the chain', () => {
  it('changes from the changed leaf on', () => {
    const toLinks = (texts: string[]): string[] => {
      let link: Uint8Array = chainStart;
      return texts.map((text) => hex((link = chainLink(sha256, link, leafHash(sha256, text)))));
    };
    const honest = toLinks(['a', 'b', 'c']);
    const forged = toLinks(['a', 'x', 'c']);
    expect(forged[0]).toBe(honest[0]);
    expect(forged[1]).not.toBe(honest[1]);
    expect(forged[2]).not.toBe(honest[2]);
  });
});
