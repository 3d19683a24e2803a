import { bls12_381 } from '@noble/curves/bls12-381.js';
import { type BeaconChain, quicknet } from '#domain/contest/beacon-chain.ts';
import { computeRandomness } from '#record/beacon-round.ts';
import { type Beacon, BeaconSilent } from '#server/integrations/beacon/beacon.ts';
import { sha256Hex } from '#node/sha256.ts';

const { shortSignatures } = bls12_381;
const { secretKey, publicKey } = shortSignatures.keygen(new Uint8Array(48).fill(7));

/** A chain whose network is this test: any round can be signed, on the timetable of quicknet. */
export const testChain: BeaconChain = { ...quicknet, hash: '7e'.repeat(32), publicKey: publicKey.toHex() };

/** The signature of a round, hex. */
export async function signRound(round: number): Promise<string> {
  const number = Buffer.alloc(8);
  number.writeBigUInt64BE(BigInt(round));
  const message = Buffer.from(await sha256Hex(new Uint8Array(number)), 'hex');
  const point = shortSignatures.hash(message, 'BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_');
  return shortSignatures.sign(point, secretKey).toHex();
}

/** Silent while `isSilent` returns true. */
export const createTestBeacon = (isSilent: () => boolean): Beacon => ({
  chain: testChain,
  read: async (round) => {
    if (isSilent()) throw new BeaconSilent('not yet');
    const signature = await signRound(round);
    return { signature, randomness: (await computeRandomness(sha256Hex, signature)) ?? '' };
  },
});
