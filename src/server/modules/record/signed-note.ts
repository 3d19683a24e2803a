import { createHash, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { noteOf, readNote } from '#domain/record/checkpoint.ts';

/** C2SP signed-note: the type byte of Ed25519. */
const ed25519 = Buffer.from([1]);
/** The DER prefix of an Ed25519 public key (RFC 8410), before its 32 bytes. */
const derHead = Buffer.from('302a300506032b6570032100', 'hex');

/** The public key of a signer, in the terms of C2SP. */
export interface VerifierKey {
  readonly name: string;
  /** 32 bytes. */
  readonly publicKey: Buffer;
}

/** The first four bytes of SHA-256(name ‖ newline ‖ type ‖ key). */
export const keyIdOf = ({ name, publicKey }: VerifierKey): Buffer =>
  createHash('sha256').update(`${name}\n`).update(ed25519).update(publicKey).digest().subarray(0, 4);

/** `name+id+base64(type ‖ key)`: the string that a verifier is configured with. */
export const vkeyOf = (key: VerifierKey): string =>
  `${key.name}+${keyIdOf(key).toString('hex')}+${Buffer.concat([ed25519, key.publicKey]).toString('base64')}`;

/** Null: not an Ed25519 vkey, or its id is not that of its key. */
export function readVkey(vkey: string): VerifierKey | null {
  const [, name = '', id = '', encoded = ''] = /^([^\s+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/]+=*)$/.exec(vkey) ?? [];
  const bytes = Buffer.from(encoded, 'base64');
  if (bytes.length !== 33 || bytes[0] !== ed25519[0]) return null;
  const key = { name, publicKey: bytes.subarray(1) };
  return keyIdOf(key).toString('hex') === id ? key : null;
}

export const publicBytesOf = (key: KeyObject): Buffer =>
  createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(derHead.length);

/** `text` ends with a newline. */
export function signNote(text: string, name: string, privateKey: KeyObject): string {
  const id = keyIdOf({ name, publicKey: publicBytesOf(privateKey) });
  const value = Buffer.concat([id, sign(null, Buffer.from(text), privateKey)]).toString('base64');
  return noteOf({ text, signatures: [{ name, value }] });
}

/**
 * The text of a note that this key signed; null: it did not sign it. Signatures of others are
 * ignored.
 */
export function openNote(note: string, key: VerifierKey): string | null {
  const found = readNote(note);
  if (!found) return null;
  const id = keyIdOf(key);
  const own = found.signatures
    .filter(({ name }) => name === key.name)
    .map(({ value }) => Buffer.from(value, 'base64'))
    .filter((bytes) => bytes.subarray(0, 4).equals(id));
  const publicKey = createPublicKey({
    key: Buffer.concat([derHead, key.publicKey]),
    format: 'der',
    type: 'spki',
  });
  const isSigned = (bytes: Buffer): boolean => verify(null, Buffer.from(found.text), publicKey, bytes.subarray(4));
  return own.length > 0 && own.every(isSigned) ? found.text : null;
}
