/** Part of every browser and of Node; declared because this folder is compiled without the types of either. */
declare function atob(text: string): string;
declare function btoa(text: string): string;

/** Null: not one byte or more of lower-case hexadecimal. */
export function fromHex(text: string): Uint8Array<ArrayBuffer> | null {
  if (!/^(?:[0-9a-f]{2})+$/.test(text)) return null;
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

export const toHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** Null: not base64. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  } catch {
    return null;
  }
}

export const toBase64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes));

export const isSame = (a: Uint8Array | null | undefined, b: Uint8Array | null | undefined): boolean =>
  !!a && !!b && a.length === b.length && a.every((byte, i) => byte === b[i]);

/**
 * SHA-256 over the concatenated parts; text is encoded as UTF-8. Injected: node:crypto on the
 * server.
 */
export type Sha256 = (...parts: readonly (Uint8Array | string)[]) => Uint8Array;

const leafPrefix = new Uint8Array([0]);
const nodePrefix = new Uint8Array([1]);

/** RFC 6962 section 2.1: the prefixes prevent a leaf from being passed off as a node. */
export const leafHash = (sha256: Sha256, leaf: string): Uint8Array => sha256(leafPrefix, leaf);
export const nodeHash = (sha256: Sha256, left: Uint8Array, right: Uint8Array): Uint8Array =>
  sha256(nodePrefix, left, right);
