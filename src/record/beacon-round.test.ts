import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { firstRoundAt, quicknet, timeOfRound } from '#domain/contest/beacon-chain.ts';
import { isSignedRound, computeRandomness, type Sha256Hex } from './beacon-round.ts';

const sha256: Sha256Hex = async (data) => createHash('sha256').update(data).digest('hex');

/** Published by https://api.drand.sh/<hash of quicknet>/public/<round>. */
const round = 1_000;
const signature = 'b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39';
const others = {
  1_001: 'b33bf3667cbd5a82de3a24b4e0e9fe5513cc1a0e840368c6e31f5fcfa79bea03f73896b25883abf2853d10337fb8fa41',
  1_004: 'a40658b820c0f8c10207524179a2031ba9537688a0d04e4851b58026be9a341fee3b96fb48ffad28483d84b40a5864aa',
};

describe('a round of quicknet', () => {
  it('is signed by the network, and its randomness is the hash of the signature', async () => {
    expect(await isSignedRound(sha256, quicknet, { round, signature })).toBe(true);
    expect(await computeRandomness(sha256, signature)).toBe(
      'fe290beca10872ef2fb164d2aa4442de4566183ec51c56ff3cd603d930e54fdd',
    );
    for (const [number, signed] of Object.entries(others))
      expect(await isSignedRound(sha256, quicknet, { round: Number(number), signature: signed })).toBe(true);
  });

  const infinity = `c0${'00'.repeat(47)}`;
  it.each([
    ['of another round', others[1_001]],
    ['with a changed bit', `${signature.slice(0, -1)}8`],
    ['in upper case', signature.toUpperCase()],
    ['that is no point', 'ab'.repeat(48)],
    ['at infinity', infinity],
    ['that is too short', signature.slice(2)],
    ['that is empty', ''],
  ])('rejects a signature %s', async (_title, forged) => {
    expect(await isSignedRound(sha256, quicknet, { round, signature: forged })).toBe(false);
  });

  it('has one valid signature only: the same point written differently is rejected', async () => {
    const p = 0x1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaabn;
    // The three flags are in the highest bits, above x; here x + p still fits below them.
    const alias = (BigInt(`0x${others[1_004]}`) + p).toString(16);
    expect(alias.slice(0, 2)).toBe('be');
    expect(await isSignedRound(sha256, quicknet, { round: 1_004, signature: alias })).toBe(false);
  });
});

describe('the timetable of quicknet', () => {
  it.each([
    [timeOfRound(quicknet, 1_000), 1_000],
    [timeOfRound(quicknet, 1_000) - 1, 1_000],
    [timeOfRound(quicknet, 1_000) + 1, 1_001],
    [0, 1],
  ])('has at %i its next round %i', (at, next) => expect(firstRoundAt(quicknet, at)).toBe(next));

  it('publishes round 1000 at 15:59:24 UTC on 23 August 2023', () => {
    expect(new Date(timeOfRound(quicknet, 1_000)).toISOString()).toBe('2023-08-23T15:59:24.000Z');
  });
});
