import { createHmac } from 'node:crypto';
import { compactDecrypt, CompactEncrypt } from 'jose';

/** Encrypts texts that are stored, so that a copy of the database alone reveals none. */
export interface SealText {
  seal(text: string): Promise<string>;
  /** Null when it was sealed under another SECRET or purpose, or changed. */
  open(sealed: string): Promise<string | null>;
}

/** The part of the configuration from which keys are derived. */
export interface SecretConfig {
  readonly secret: string;
}

/** Separates the keys of different uses of one SECRET; each has its table in reseal-stored.ts. */
export type SealPurpose = 'outbox' | 'push key' | 'record key' | 'second factor';

const encryption = { alg: 'dir', enc: 'A256GCM' } as const;

const getKey = (secret: string, purpose: SealPurpose): Buffer => createHmac('sha256', secret).update(purpose).digest();

export const createSealText = ({ secret }: SecretConfig, purpose: SealPurpose): SealText => ({
  seal: (text) => sealBytes(Buffer.from(text), secret, purpose),
  open: async (sealed) => (await openBytes(sealed, secret, purpose))?.toString() ?? null,
});

/** JSON Web Encryption (RFC 7516), compact, AES-256-GCM under a key derived from SECRET. */
export const sealBytes = (bytes: Buffer, secret: string, purpose: SealPurpose): Promise<string> =>
  new CompactEncrypt(bytes).setProtectedHeader(encryption).encrypt(getKey(secret, purpose));

/** Null when it was sealed under another SECRET or purpose, or changed. */
export async function openBytes(sealed: string, secret: string, purpose: SealPurpose): Promise<Buffer | null> {
  try {
    const { plaintext } = await compactDecrypt(sealed, getKey(secret, purpose), {
      keyManagementAlgorithms: [encryption.alg],
      contentEncryptionAlgorithms: [encryption.enc],
    });
    return Buffer.from(plaintext);
  } catch {
    return null;
  }
}
