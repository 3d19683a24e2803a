import { hash as digest } from 'node:crypto';

const hash = (...parts: readonly Buffer[]): Buffer => digest('sha256', Buffer.concat(parts), 'buffer');

/** Merkle tree hash, RFC 6962 section 2.1, written without the product's code. */
export function merkleHash(leaves: readonly Buffer[]): Buffer {
  const [only] = leaves;
  if (!only) return hash();
  if (leaves.length === 1) return only;
  let split = 1;
  while (split * 2 < leaves.length) split *= 2;
  return hash(Buffer.from([1]), merkleHash(leaves.slice(0, split)), merkleHash(leaves.slice(split)));
}

/** The tile by its definition: MTH(D[(n·256 + i)·256^l : (n·256 + i + 1)·256^l]). Null: not in the tree. */
export function toTile(leaves: readonly Buffer[], level: number, n: number, width: number): Buffer | null {
  const span = 256 ** level;
  if ((n * 256 + width) * span > leaves.length) return null;
  return Buffer.concat(
    Array.from({ length: width }, (_, i) => merkleHash(leaves.slice((n * 256 + i) * span, (n * 256 + i + 1) * span))),
  );
}

/** Entries, each after its length as big-endian uint16. */
export const toBundle = (entries: readonly string[]): Buffer =>
  Buffer.concat(
    entries.map((text) => {
      const bytes = Buffer.from(text);
      return Buffer.concat([Buffer.from([bytes.length >> 8, bytes.length & 255]), bytes]);
    }),
  );
