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

/** The link before the first leaf: 32 zero bytes. */
export const chainStart = new Uint8Array(32);

/**
 * Each leaf's link: SHA-256(previous link ‖ leaf hash). A leaf that is changed, moved or left out
 * invalidates every later link.
 */
export const chainLink = (sha256: Sha256, previous: Uint8Array, hash: Uint8Array): Uint8Array => sha256(previous, hash);
