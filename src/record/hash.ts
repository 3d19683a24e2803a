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
