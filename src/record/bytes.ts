/** In every browser and in Node; this folder names neither. */
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
