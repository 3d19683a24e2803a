import type { Sha256 } from './hash.ts';

/** The link before the first leaf: 32 zero bytes. */
export const chainStart = new Uint8Array(32);

/**
 * Each leaf's link: SHA-256(previous link ‖ leaf hash). A leaf that is changed, moved or left out
 * invalidates every later link.
 */
export const chainLink = (sha256: Sha256, previous: Uint8Array, leafHash: Uint8Array): Uint8Array =>
  sha256(previous, leafHash);
