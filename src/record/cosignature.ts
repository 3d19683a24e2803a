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
