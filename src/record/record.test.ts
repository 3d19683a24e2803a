import { describe, expect, it } from 'vitest';
import { canonicalLeaf, type SignalLeaf } from './leaf.ts';

const leaf: SignalLeaf = {
  symbol: 'EURUSD',
  id: '5f0c2b1e-0000-4000-8000-000000000001',
  model: 'kurs_ai_v2',
  modelVersion: '1',
  direction: 'BUY',
  passability: 57.25,
  hasEdge: true,
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
      '{"direction":"BUY","duration":5,"feed":"simulated","hasEdge":true,"id":"5f0c2b1e-0000-4000-8000-000000000001","issuedAt":"2026-01-02T03:04:05.678Z","model":"kurs_ai_v2","modelVersion":"1","nonce":"000102030405060708090a0b0c0d0e0f","passability":57.25,"seq":4711,"symbol":"EURUSD"}',
    );
  });
});
