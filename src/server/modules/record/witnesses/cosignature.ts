import { type KeyObject, sign, verify } from 'node:crypto';
import { cosignatureBytes, cosignedMessage, parseCosignature } from '#record/cosignature.ts';
import type { NoteSignature } from '#record/checkpoint.ts';
import {
  computeKeyId,
  toPublicBytes,
  toPublicKey,
  parseVkey,
  signaturesBy,
  type VerifierKey,
  toVkey,
} from '../sign/signed-note.ts';

/** C2SP signed-note: keys of this type only cosign checkpoints. */
const cosigner = 4;

export const parseWitnessVkey = (vkey: string): VerifierKey | null => parseVkey(vkey, cosigner);
export const toWitnessVkey = (key: VerifierKey): string => toVkey(key, cosigner);

/** `name+id`, which C2SP signed-note uses to identify a key. */
export const getWitnessId = (key: VerifierKey): string => `${key.name}+${computeKeyId(key, cosigner).toString('hex')}`;

/** `time`: seconds since 1970. */
export function cosign(text: string, name: string, privateKey: KeyObject, time: number): NoteSignature {
  const id = computeKeyId({ name, publicKey: toPublicBytes(privateKey) }, cosigner);
  const signature = sign(null, Buffer.from(cosignedMessage(text, time)), privateKey);
  return { name, value: Buffer.concat([id, cosignatureBytes({ time, signature })]).toString('base64') };
}

interface OpenCosignature {
  /** Seconds since 1970, as the witness states it. */
  readonly time: number;
  readonly signature: NoteSignature;
}

/** The first valid cosignature of this text by this witness; null: there is none. */
export function openCosignature(
  text: string,
  signatures: readonly NoteSignature[],
  key: VerifierKey,
): OpenCosignature | null {
  const publicKey = toPublicKey(key);
  for (const signature of signatures) {
    const [bytes] = signaturesBy([signature], key, cosigner);
    const found = bytes ? parseCosignature(bytes) : null;
    if (found && verify(null, Buffer.from(cosignedMessage(text, found.time)), publicKey, found.signature))
      return { time: found.time, signature };
  }
  return null;
}
