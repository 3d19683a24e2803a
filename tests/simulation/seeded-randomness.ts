import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { createChance } from '#tests/support/chance.ts';

/**
 * Ids and nonces of the product follow from the seed, and encryption answers at once instead of from
 * a thread, until the returned function is called. The keys of the record are made before.
 */
export function seedRandomness(seed: number): () => void {
  const { randomBytes, randomUUID, webcrypto } = crypto;
  const chance = createChance(seed);
  const bytes = (size: number): Buffer => Buffer.from(Array.from({ length: size }, () => Math.floor(chance() * 256)));
  Object.assign(crypto, { randomBytes: bytes, randomUUID: () => toUuid(bytes(16).toString('hex')) });
  const getRandomValues = (into: Uint8Array): Uint8Array => {
    into.set(bytes(into.length));
    return into;
  };
  replaceWebCrypto({ getRandomValues, subtle });
  syncBuiltinESMExports();
  return () => {
    Object.assign(crypto, { randomBytes, randomUUID });
    replaceWebCrypto(webcrypto);
    syncBuiltinESMExports();
  };
}

const replaceWebCrypto = (value: object): void =>
  void Object.defineProperty(globalThis, 'crypto', { value, configurable: true, writable: true });

/** Version 4, variant 8. */
const toUuid = (hex: string): string =>
  [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20)].join('-');

interface Aes {
  readonly iv: Uint8Array;
  readonly additionalData: Uint8Array;
}
interface Key {
  readonly bytes: Uint8Array;
}
const tagBytes = 16;

/** AES-256-GCM of Web Crypto, as far as the product stores texts with it. */
const subtle = {
  importKey: async (_format: string, bytes: Uint8Array, algorithm: object, _isReadable: boolean, usages: string[]) => ({
    bytes,
    algorithm,
    usages,
  }),
  encrypt: async ({ iv, additionalData }: Aes, { bytes }: Key, text: Uint8Array) => {
    const cipher = crypto.createCipheriv('aes-256-gcm', bytes, iv).setAAD(additionalData);
    return Buffer.concat([cipher.update(text), cipher.final(), cipher.getAuthTag()]);
  },
  decrypt: async ({ iv, additionalData }: Aes, { bytes }: Key, sealed: Uint8Array) => {
    const end = sealed.length - tagBytes;
    const decipher = crypto.createDecipheriv('aes-256-gcm', bytes, iv).setAAD(additionalData);
    decipher.setAuthTag(sealed.subarray(end));
    return Buffer.concat([decipher.update(sealed.subarray(0, end)), decipher.final()]);
  },
};
