/**
 * W3C Trace Context: each call of a page begins a trace, which the server continues where the
 * operator collects them.
 */
export const newTraceparent = (): string => `00-${randomHex(16)}-${randomHex(8)}-01`;

const randomHex = (bytes: number): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) => byte.toString(16).padStart(2, '0')).join('');
