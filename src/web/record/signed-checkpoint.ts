import { type Checkpoint, parseCheckpoint, parseNote } from '#record/checkpoint.ts';
import { fromBase64, isSame, joined, toHex } from './bytes.ts';

/** C2SP signed-note: the type byte of Ed25519. */
const ed25519 = 1;

interface VerifierKey {
  readonly name: string;
  /** The first four bytes of SHA-256(name ‖ newline ‖ type ‖ key). */
  readonly id: Uint8Array;
  readonly publicKey: Uint8Array<ArrayBuffer>;
}

/** `unsupported`: this browser has no Ed25519, so the signature was not checked. */
export type Signature = 'valid' | 'invalid' | 'unsupported';

export interface SignedCheckpoint extends Checkpoint {
  readonly rootBytes: Uint8Array<ArrayBuffer>;
  readonly signature: Signature;
}

/** Parses a note and checks its signature; null: it is not a checkpoint of this key's record. */
export async function openCheckpoint(note: string, vkey: string): Promise<SignedCheckpoint | null> {
  const signed = parseNote(note);
  const checkpoint = signed && parseCheckpoint(signed.text);
  const rootBytes = checkpoint && fromBase64(checkpoint.root);
  const key = await parseVkey(vkey);
  if (!signed || !checkpoint || !rootBytes || !key || checkpoint.origin !== key.name) return null;
  const own = signed.signatures
    .filter(({ name }) => name === key.name)
    .map(({ value }) => fromBase64(value))
    .filter((bytes) => bytes !== null && isSame(bytes.subarray(0, 4), key.id));
  const answers = await Promise.all(own.map((bytes) => verify(key, signed.text, bytes?.slice(4) ?? new Uint8Array())));
  return { ...checkpoint, rootBytes, signature: answers.length === 0 ? 'invalid' : worst(answers) };
}

async function parseVkey(vkey: string): Promise<VerifierKey | null> {
  const [, name = '', id = '', encoded = ''] = /^([^\s+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/]+=*)$/.exec(vkey.trim()) ?? [];
  const bytes = fromBase64(encoded);
  if (bytes?.length !== 33 || bytes[0] !== ed25519) return null;
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', joined([`${name}\n`, bytes]))).slice(0, 4);
  return toHex(hash) === id ? { name, id: hash, publicKey: bytes.slice(1) } : null;
}

async function verify(key: VerifierKey, text: string, signature: Uint8Array<ArrayBuffer>): Promise<Signature> {
  try {
    const imported = await crypto.subtle.importKey('raw', key.publicKey, 'Ed25519', false, ['verify']);
    return (await crypto.subtle.verify('Ed25519', imported, signature, joined([text]))) ? 'valid' : 'invalid';
  } catch {
    return 'unsupported';
  }
}

const worst = (answers: readonly Signature[]): Signature =>
  answers.find((one) => one === 'invalid') ?? answers.find((one) => one === 'unsupported') ?? 'valid';
