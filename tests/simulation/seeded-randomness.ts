import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { createChance } from '#tests/support/chance.ts';

/**
 * Ids and nonces of the product follow from the seed until the returned function is called. The
 * keys of the record are made before.
 */
export function seedRandomness(seed: number): () => void {
  const { randomBytes, randomUUID } = crypto;
  const chance = createChance(seed);
  const bytes = (size: number): Buffer => Buffer.from(Array.from({ length: size }, () => Math.floor(chance() * 256)));
  Object.assign(crypto, { randomBytes: bytes, randomUUID: () => toUuid(bytes(16).toString('hex')) });
  syncBuiltinESMExports();
  return () => {
    Object.assign(crypto, { randomBytes, randomUUID });
    syncBuiltinESMExports();
  };
}

/** Version 4, variant 8. */
const toUuid = (hex: string): string =>
  [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20)].join('-');
