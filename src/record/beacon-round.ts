import type { BeaconChain } from '#domain/contest/beacon-chain.ts';
import { fromHex } from './bytes.ts';

/** SHA-256 as lower-case hex, of a text (UTF-8) or of bytes. Injected: node:crypto or WebCrypto. */
export type Sha256Hex = (data: string | Uint8Array<ArrayBuffer>) => Promise<string>;

/** The public value of a round: the hash of its signature. Null: the signature is not hex. */
export async function computeRandomness(sha256: Sha256Hex, signature: string): Promise<string | null> {
  const bytes = fromHex(signature);
  return bytes && sha256(bytes);
}

/** The domain separation tag of bls-unchained-g1-rfc9380. */
const tag = 'BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_';

/**
 * Whether the network of a chain signed this round: a BLS signature over SHA-256 of the round's
 * number. Only the network can make it, and there is exactly one for each round.
 */
export async function isSignedRound(
  sha256: Sha256Hex,
  { publicKey }: BeaconChain,
  { round, signature }: { readonly round: number; readonly signature: string },
): Promise<boolean> {
  // Lazy: only a draw and its check need it.
  const { bls12_381 } = await import('@noble/curves/bls12-381.js');
  const { shortSignatures } = bls12_381;
  const [signed, key, message] = [signature, publicKey, await sha256(toBytes(round))].map(fromHex);
  if (!signed || !key || !message) return false;
  try {
    return shortSignatures.verify(signed, shortSignatures.hash(message, tag), key);
  } catch {
    // The bytes are not the one encoding of a point.
    return false;
  }
}

/** The number as 8 bytes, most significant first. */
function toBytes(round: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(round));
  return bytes;
}
