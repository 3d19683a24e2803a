import { createHmac } from 'node:crypto';
import { compactDecrypt, CompactEncrypt } from 'jose';

/** The part of the configuration from which keys are derived. */
export interface SecretConfig {
  readonly secret: string;
}

/** Separates the keys of different uses of one SECRET; each has its table in reseal-stored.ts. */
export type SealPurpose = 'outbox' | 'push key' | 'record key' | 'second factor';

const encryption = { alg: 'dir', enc: 'A256GCM' } as const;

const getKey = (secret: string, purpose: SealPurpose): Buffer => createHmac('sha256', secret).update(purpose).digest();

/** Encrypts a text that is stored, so that a copy of the database alone does not reveal it. */
export const sealText = ({ secret }: SecretConfig, purpose: SealPurpose, text: string): Promise<string> =>
  sealBytes(Buffer.from(text), secret, purpose);

/** Null when it was sealed under another SECRET or purpose, or changed. */
export const openText = async (
  { secret }: SecretConfig,
  purpose: SealPurpose,
  sealed: string,
): Promise<string | null> => (await openBytes(sealed, secret, purpose))?.toString() ?? null;

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
