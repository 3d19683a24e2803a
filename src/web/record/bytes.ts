/** Null: not whole bytes of lower-case hexadecimal. */
export function fromHex(text: string): Uint8Array<ArrayBuffer> | null {
  if (!/^(?:[0-9a-f]{2})*$/.test(text)) return null;
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

/** Null: not base64. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  } catch {
    return null;
  }
}

export const toHex = (bytes: Uint8Array): string =>
  [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');

export const isSame = (a: Uint8Array | null | undefined, b: Uint8Array | null | undefined): boolean =>
  !!a && !!b && a.length === b.length && a.every((byte, i) => byte === b[i]);

export function joined(parts: readonly (Uint8Array | string)[]): Uint8Array<ArrayBuffer> {
  const encoder = new TextEncoder();
  return Uint8Array.from(parts.flatMap((part) => [...(typeof part === 'string' ? encoder.encode(part) : part)]));
}
