import { fromBase64 } from '#record/bytes.ts';
import { type Checkpoint, parseCheckpoint, parseNote } from '#record/checkpoint.ts';
import { ed25519 } from '@noble/curves/ed25519.js';
import { sha256 as createSha256 } from '@noble/hashes/sha2.js';
import canonicalize from 'canonicalize';
import { leafHash, type Sha256 } from '#record/hash.ts';
import { createNotes } from '#record/signed-note.ts';

const encoder = new TextEncoder();
const toBytes = (part: Uint8Array | string): Uint8Array => (typeof part === 'string' ? encoder.encode(part) : part);

/** Not Web Crypto: it needs https or localhost, and lacks Ed25519 in some browsers. */
export const sha256: Sha256 = (...parts) =>
  parts
    .reduce<ReturnType<typeof createSha256.create>>((hash, part) => hash.update(toBytes(part)), createSha256.create())
    .digest();

const { parseVkey, openNote } = createNotes({
  sha256,
  verify: (publicKey, message, signature) => {
    try {
      return ed25519.verify(signature, encoder.encode(message), publicKey);
    } catch {
      // Not 64 bytes, or not a point on the curve.
      return false;
    }
  },
});

/** SHA-256(0x00 ‖ RFC 8785 text): the expected hash of a leaf. */
export const computeLeafHash = (leaf: object): Uint8Array => leafHash(sha256, canonicalize(leaf) ?? '');

export interface SignedCheckpoint extends Checkpoint {
  readonly rootBytes: Uint8Array;
  /** Whether the key signed it. */
  readonly isSigned: boolean;
}

/** Parses a note and checks its signature; null: it is not a checkpoint of this key's record. */
export function openCheckpoint(note: string, vkey: string): SignedCheckpoint | null {
  const checkpoint = parseCheckpoint(parseNote(note)?.text ?? '');
  const rootBytes = checkpoint && fromBase64(checkpoint.root);
  const key = parseVkey(vkey.trim());
  if (!checkpoint || !rootBytes || !key || checkpoint.origin !== key.name) return null;
  return { ...checkpoint, rootBytes, isSigned: openNote(note, key) !== null };
}
