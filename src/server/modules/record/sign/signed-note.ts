import { createHash, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { type NoteSignature, toNote, parseNote } from '#record/checkpoint.ts';

/** Type byte of a key, C2SP signed-note: 1 signs notes (Ed25519), 4 cosigns checkpoints. */
export type KeyType = 1 | 4;
/** The DER prefix of an Ed25519 public key (RFC 8410), before its 32 bytes. */
const derHead = Buffer.from('302a300506032b6570032100', 'hex');

/** The public key of a signer, in the terms of C2SP. */
export interface VerifierKey {
  readonly name: string;
  /** 32 bytes. */
  readonly publicKey: Buffer;
}

/** The first four bytes of SHA-256(name ‖ newline ‖ type ‖ key). */
export const computeKeyId = ({ name, publicKey }: VerifierKey, type: KeyType = 1): Buffer =>
  createHash('sha256')
    .update(`${name}\n`)
    .update(Buffer.from([type]))
    .update(publicKey)
    .digest()
    .subarray(0, 4);

/** `name+id+base64(type ‖ key)`: the string that a verifier is configured with. */
export const toVkey = (key: VerifierKey, type: KeyType = 1): string =>
  `${key.name}+${computeKeyId(key, type).toString('hex')}+${Buffer.from([type, ...key.publicKey]).toString('base64')}`;

/** Null: not an Ed25519 vkey of this type, or its id is not that of its key. */
export function parseVkey(vkey: string, type: KeyType = 1): VerifierKey | null {
  const [, name = '', id = '', encoded = ''] = /^([^\s+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/]+=*)$/.exec(vkey) ?? [];
  const bytes = Buffer.from(encoded, 'base64');
  if (bytes.length !== 33 || bytes[0] !== type) return null;
  const key = { name, publicKey: bytes.subarray(1) };
  return computeKeyId(key, type).toString('hex') === id ? key : null;
}

export const toPublicBytes = (key: KeyObject): Buffer =>
  createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(derHead.length);

/** `text` ends with a newline. */
export function signNote(text: string, name: string, privateKey: KeyObject): string {
  const id = computeKeyId({ name, publicKey: toPublicBytes(privateKey) });
  const value = Buffer.concat([id, sign(null, Buffer.from(text), privateKey)]).toString('base64');
  return toNote({ text, signatures: [{ name, value }] });
}

/** The key object of 32 bytes. */
export const toPublicKey = ({ publicKey }: VerifierKey): KeyObject =>
  createPublicKey({ key: Buffer.concat([derHead, publicKey]), format: 'der', type: 'spki' });

/** The signatures that name this key, each without the key id. */
export const signaturesBy = (
  signatures: readonly NoteSignature[],
  key: VerifierKey,
  type: KeyType = 1,
): readonly Buffer[] =>
  signatures
    .filter(({ name }) => name === key.name)
    .map(({ value }) => Buffer.from(value, 'base64'))
    .filter((bytes) => bytes.subarray(0, 4).equals(computeKeyId(key, type)))
    .map((bytes) => bytes.subarray(4));

/**
 * The text of a note that this key signed; null: it did not sign it. Signatures of others are
 * ignored.
 */
export function openNote(note: string, key: VerifierKey): string | null {
  const found = parseNote(note);
  if (!found) return null;
  const own = signaturesBy(found.signatures, key);
  const publicKey = toPublicKey(key);
  const isSigned = (signature: Buffer): boolean => verify(null, Buffer.from(found.text), publicKey, signature);
  return own.length > 0 && own.every(isSigned) ? found.text : null;
}

/** Whether the key of this vkey signed the note. */
export function isSignedBy(note: string, vkey: string): boolean {
  const key = parseVkey(vkey);
  return key !== null && openNote(note, key) !== null;
}
