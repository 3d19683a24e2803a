import { ed25519 } from '@noble/curves/ed25519.js';
import { sha256 as createSha256 } from '@noble/hashes/sha2.js';
import type { Sha256 } from '#record/bytes.ts';
import { createNotes, type RecordCrypto } from '#record/signed-note.ts';

const encoder = new TextEncoder();
const toBytes = (part: Uint8Array | string): Uint8Array => (typeof part === 'string' ? encoder.encode(part) : part);

/** Not Web Crypto: it needs https or localhost, and lacks Ed25519 in some browsers. */
const sha256: Sha256 = (...parts) =>
  parts
    .reduce<ReturnType<typeof createSha256.create>>((hash, part) => hash.update(toBytes(part)), createSha256.create())
    .digest();

/** What the verifier of the record needs, in a browser. */
export const recordCrypto: RecordCrypto = {
  sha256,
  ...createNotes({
    sha256,
    verify: (publicKey, message, signature) => {
      try {
        return ed25519.verify(signature, encoder.encode(message), publicKey);
      } catch {
        // Not 64 bytes, or not a point on the curve.
        return false;
      }
    },
  }),
};
