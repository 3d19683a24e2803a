import { fromBase64, isSame, type Sha256, toBase64, toHex } from './bytes.ts';
import type { TreeHead } from './merkle-path.ts';

/** Passed in: node:crypto on the server, @noble in a browser. */
interface NoteCrypto {
  readonly sha256: Sha256;
  /** Ed25519 (RFC 8032). `publicKey`: 32 bytes; `message` is encoded as UTF-8; false for any other form. */
  readonly verify: (publicKey: Uint8Array, message: string, signature: Uint8Array) => boolean;
}

/** Type byte of a key, C2SP signed-note: 1 signs notes (Ed25519), 4 cosigns checkpoints. */
export type KeyType = 1 | 4;
const cosigner = 4;
const keyIdBytes = 4;

/** The public key of a signer, in the terms of C2SP. */
export interface VerifierKey {
  readonly name: string;
  /** 32 bytes. */
  readonly publicKey: Uint8Array;
}

export interface OpenCosignature {
  /** Seconds since 1970, as the witness states it. */
  readonly time: number;
  readonly signature: NoteSignature;
}

/** What a verifier of a record needs. */
export type RecordCrypto = Pick<NoteCrypto, 'sha256'> &
  Pick<ReturnType<typeof createNotes>, 'parseVkey' | 'isSignedBy' | 'openCosignature' | 'getWitnessId'>;

/** Keys, notes and cosignatures of C2SP signed-note and tlog-cosignature, with one implementation of cryptography. */
export function createNotes({ sha256, verify }: NoteCrypto) {
  /** The first four bytes of SHA-256(name ‖ newline ‖ type ‖ key). */
  const computeKeyId = ({ name, publicKey }: VerifierKey, type: KeyType = 1): Uint8Array =>
    sha256(`${name}\n`, Uint8Array.of(type), publicKey).subarray(0, keyIdBytes);

  /** `name+id+base64(type ‖ key)`: the string that a verifier is configured with. */
  const toVkey = (key: VerifierKey, type: KeyType = 1): string =>
    `${key.name}+${toHex(computeKeyId(key, type))}+${toBase64(Uint8Array.of(type, ...key.publicKey))}`;

  /** Null: not an Ed25519 vkey of this type, or its id is not that of its key. */
  const parseVkey = (vkey: string, type: KeyType = 1): VerifierKey | null => {
    const [, name = '', id = '', encoded = ''] = /^([^\s+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/]+=*)$/.exec(vkey) ?? [];
    const bytes = fromBase64(encoded);
    if (bytes?.length !== 33 || bytes[0] !== type) return null;
    const key = { name, publicKey: bytes.subarray(1) };
    return toHex(computeKeyId(key, type)) === id ? key : null;
  };

  /** The signatures that name this key, each without the key id. */
  const signaturesBy = (signatures: readonly NoteSignature[], key: VerifierKey, type: KeyType = 1): Uint8Array[] =>
    signatures
      .filter(({ name }) => name === key.name)
      .flatMap(({ value }) => fromBase64(value) ?? [])
      .filter((bytes) => isSame(bytes.subarray(0, keyIdBytes), computeKeyId(key, type)))
      .map((bytes) => bytes.subarray(keyIdBytes));

  /** The text of a note that this key signed; null: it did not sign it. Signatures of others are ignored. */
  const openNote = (note: string, key: VerifierKey): string | null => {
    const found = parseNote(note);
    if (!found) return null;
    const own = signaturesBy(found.signatures, key);
    const isSigned = (signature: Uint8Array): boolean => verify(key.publicKey, found.text, signature);
    return own.length > 0 && own.every(isSigned) ? found.text : null;
  };

  return {
    computeKeyId,
    toVkey,
    parseVkey,
    openNote,
    /** Whether the key of this vkey signed the note. */
    isSignedBy: (note: string, vkey: string): boolean => {
      const key = parseVkey(vkey);
      return key !== null && openNote(note, key) !== null;
    },
    parseWitnessVkey: (vkey: string): VerifierKey | null => parseVkey(vkey, cosigner),
    toWitnessVkey: (key: VerifierKey): string => toVkey(key, cosigner),
    /** `name+id`, which C2SP signed-note uses to identify a key. */
    getWitnessId: (key: VerifierKey): string => `${key.name}+${toHex(computeKeyId(key, cosigner))}`,
    /** The first valid cosignature of this text by this witness; null: there is none. */
    openCosignature: (text: string, signatures: readonly NoteSignature[], key: VerifierKey): OpenCosignature | null => {
      for (const signature of signatures) {
        const [bytes] = signaturesBy([signature], key, cosigner);
        const found = bytes ? parseCosignature(bytes) : null;
        if (found && verify(key.publicKey, cosignedMessage(text, found.time), found.signature))
          return { time: found.time, signature };
      }
      return null;
    },
  };
}

/**
 * C2SP tlog-cosignature v1 (Ed25519): a witness states that, at `time`, the note's tree is the
 * largest that it has seen of this log and continues every earlier one.
 */
interface Cosignature {
  /** Seconds since 1970. */
  readonly time: number;
  /** 64 bytes, over `cosignedMessage`. */
  readonly signature: Uint8Array;
}

/** `text`: the note's text with its last newline; `time`: seconds since 1970. */
export const cosignedMessage = (text: string, time: number): string => `cosignature/v1\ntime ${time}\n${text}`;

const timeBytes = 8;
const signatureBytes = 64;

/** What follows the key id in a signature line: the time (8 bytes, big-endian), the signature. */
export function cosignatureBytes({ time, signature }: Cosignature): Uint8Array {
  const bytes = new Uint8Array(timeBytes + signature.length);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(time));
  bytes.set(signature, timeBytes);
  return bytes;
}

/** Null: not a cosignature, or without a time. */
export function parseCosignature(bytes: Uint8Array): Cosignature | null {
  if (bytes.length !== timeBytes + signatureBytes) return null;
  const time = Number(new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(0));
  return time > 0 && Number.isSafeInteger(time) ? { time, signature: bytes.subarray(timeBytes) } : null;
}

export interface SignedHead extends TreeHead {
  readonly origin: string;
}

/** The tree that a note states; its signature is not checked. Null: it is no checkpoint. */
export function parseHead(note: string): SignedHead | null {
  const checkpoint = parseCheckpoint(parseNote(note)?.text ?? '');
  return (
    checkpoint && {
      origin: checkpoint.origin,
      size: checkpoint.size,
      root: fromBase64(checkpoint.root) ?? new Uint8Array(),
    }
  );
}

/** Null: not a checkpoint of the record that this key signs. */
export function openHead({ parseVkey, isSignedBy }: RecordCrypto, note: string, key: string): SignedHead | null {
  const head = parseHead(note);
  return head && parseVkey(key)?.name === head.origin && isSignedBy(note, key) ? head : null;
}

/**
 * The signed state of a record: its number of leaves and the root of their tree. C2SP
 * tlog-checkpoint.
 */
export interface Checkpoint {
  /** Identifies the record; also the name of its key. */
  readonly origin: string;
  readonly size: number;
  /** Base64 of the 32-byte root hash. */
  readonly root: string;
}

export const checkpointText = ({ origin, size, root }: Checkpoint): string => `${origin}\n${size}\n${root}\n`;

/** Null when the text is not a checkpoint. Lines after the third are extensions and are ignored. */
export function parseCheckpoint(text: string): Checkpoint | null {
  const match = /^([^\n]+)\n(0|[1-9]\d{0,15})\n([A-Za-z0-9+/]{43}=)\n(?:[^\n]+\n)*$/.exec(text);
  const [, origin = '', size = '', root = ''] = match ?? [];
  return match && Number.isSafeInteger(Number(size)) ? { origin, size: Number(size), root } : null;
}

/** One signature of a note. `value`: base64 of the key id (4 bytes) and the signature. */
export interface NoteSignature {
  readonly name: string;
  readonly value: string;
}

/** A signed note, C2SP signed-note: the text, a blank line, signature lines. */
interface SignedNote {
  readonly text: string;
  readonly signatures: readonly NoteSignature[];
}

export const signatureLine = ({ name, value }: NoteSignature): string => `— ${name} ${value}\n`;

export const toNote = ({ text, signatures }: SignedNote): string =>
  `${text}\n${signatures.map(signatureLine).join('')}`;

/** Null when the text is not a note. */
export function parseNote(note: string): SignedNote | null {
  const blank = note.lastIndexOf('\n\n');
  const signatures = blank < 0 ? null : parseSignatureLines(note.slice(blank + 2));
  return signatures && { text: note.slice(0, blank + 1), signatures };
}

/** Null when the text is anything else than one or more signature lines. */
export function parseSignatureLines(text: string): NoteSignature[] | null {
  const lines = text.split('\n');
  if (lines.pop() !== '' || lines.length === 0) return null;
  const found = lines.map((line) => /^— ([^\s+]+) ([A-Za-z0-9+/]+={0,2})$/.exec(line));
  const signatures = found.flatMap((match) => (match ? [{ name: match[1] ?? '', value: match[2] ?? '' }] : []));
  return signatures.length === lines.length ? signatures : null;
}
