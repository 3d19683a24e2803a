import { createPublicKey, type KeyObject, sign, verify, createHash } from 'node:crypto';
import { toBase64, type Sha256 } from '#record/bytes.ts';
import { type NoteSignature, toNote } from '../record/signed-note.ts';
import {
  cosignatureBytes,
  cosignedMessage,
  createNotes,
  type KeyType,
  type RecordCrypto,
} from '#record/signed-note.ts';

export const sha256: Sha256 = (...parts) =>
  parts.reduce<ReturnType<typeof createHash>>((hash, part) => hash.update(part), createHash('sha256')).digest();

/** The DER prefix of an Ed25519 public key (RFC 8410), before its 32 bytes. */
const derHead = Buffer.from('302a300506032b6570032100', 'hex');

const toKeyObject = (publicKey: Uint8Array): KeyObject =>
  createPublicKey({ key: Buffer.concat([derHead, publicKey]), format: 'der', type: 'spki' });

export const {
  computeKeyId,
  toVkey,
  parseVkey,
  openNote,
  isSignedBy,
  parseWitnessVkey,
  toWitnessVkey,
  getWitnessId,
  openCosignature,
} = createNotes({
  sha256,
  verify: (publicKey, message, signature) => verify(null, Buffer.from(message), toKeyObject(publicKey), signature),
});

export const recordCrypto: RecordCrypto = { sha256, parseVkey, isSignedBy, openCosignature, getWitnessId };

/** The 32 bytes of an Ed25519 key. */
export const toPublicBytes = (key: KeyObject): Buffer =>
  createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(derHead.length);

/** `text` ends with a newline. */
export const signNote = (text: string, name: string, privateKey: KeyObject): string =>
  toNote({ text, signatures: [signAs(name, privateKey, 1, (key) => sign(null, Buffer.from(text), key))] });

/** `time`: seconds since 1970. */
export const cosign = (text: string, name: string, privateKey: KeyObject, time: number): NoteSignature =>
  signAs(name, privateKey, 4, (key) =>
    cosignatureBytes({ time, signature: sign(null, Buffer.from(cosignedMessage(text, time)), key) }),
  );

function signAs(name: string, key: KeyObject, type: KeyType, toBytes: (key: KeyObject) => Uint8Array): NoteSignature {
  const id = computeKeyId({ name, publicKey: toPublicBytes(key) }, type);
  return { name, value: toBase64(Uint8Array.of(...id, ...toBytes(key))) };
}
