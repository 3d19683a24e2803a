import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { chainLink, chainStart } from './chain.ts';
import { leafHash, type Sha256 } from './hash.ts';
import { canonicalLeaf, type SignalLeaf } from './leaf.ts';
import { inclusionProof, rootFromProof, rootOf } from './merkle-tree.ts';

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
  nonce: '000102030405060708090a0b0c0d0e0f',
};

describe('a leaf', () => {
  it('has one canonical text whatever the order of its keys', () => {
    const reversed = Object.fromEntries(Object.entries(leaf).reverse()) as unknown as SignalLeaf;
    expect(canonicalLeaf(reversed)).toBe(canonicalLeaf(leaf));
    expect(canonicalLeaf(leaf)).toBe(
      '{"direction":"BUY","duration":5,"feed":"simulated","id":"5f0c2b1e-0000-4000-8000-000000000001","issuedAt":"2026-01-02T03:04:05.678Z","model":"kurs_ai_v2","modelVersion":"1","nonce":"000102030405060708090a0b0c0d0e0f","passability":57.25,"symbol":"EURUSD"}',
    );
  });
});

/** The test vectors of RFC 6962 implementations (certificate-transparency: merkletree tests). */
describe('the tree of the certificate-transparency test vectors', () => {
  const inputs = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f'];
  const leaves = inputs.map((input) => sha256(new Uint8Array([0]), Buffer.from(input, 'hex')));
  const roots = [
    '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
    'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
    'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
    'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
    '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
    '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
    'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
    '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
  ];

  it.each(roots.map((root, i) => [i + 1, root] as const))('has the known root at size %i', (size, root) => {
    expect(hex(rootOf(sha256, leaves.slice(0, size)))).toBe(root);
  });

  it('proves every leaf of every size, and no other leaf by the same proof', () => {
    for (let size = 1; size <= leaves.length; size++) {
      const tree = leaves.slice(0, size);
      tree.forEach((own, index) => {
        const proof = inclusionProof(sha256, tree, index);
        expect(hex(rootFromProof(sha256, own, index, size, proof))).toBe(roots[size - 1]);
        expect(hex(rootFromProof(sha256, sha256('forged'), index, size, proof))).not.toBe(roots[size - 1]);
      });
    }
  });
});

describe('the chain', () => {
  it('changes from the changed leaf on', () => {
    const linksOf = (texts: string[]): string[] => {
      let link: Uint8Array = chainStart;
      return texts.map((text) => hex((link = chainLink(sha256, link, leafHash(sha256, text)))));
    };
    const honest = linksOf(['a', 'b', 'c']);
    const forged = linksOf(['a', 'x', 'c']);
    expect(forged[0]).toBe(honest[0]);
    expect(forged[1]).not.toBe(honest[1]);
    expect(forged[2]).not.toBe(honest[2]);
  });
});
