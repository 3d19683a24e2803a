import { createHmac } from 'node:crypto';
import { compactDecrypt, CompactEncrypt } from 'jose';

/** Encrypts texts that are stored, so that a copy of the database alone reveals none. */
export interface SealText {
  seal(text: string): Promise<string>;
  /** Null when it was sealed under another SECRET or purpose, or changed. */
  open(sealed: string): Promise<string | null>;
}

const encryption = { alg: 'dir', enc: 'A256GCM' } as const;

/** `purpose` separates the keys of different uses of one SECRET. */
export function createSealText(secret: string, purpose: string): SealText {
  const key = createHmac('sha256', secret).update(purpose).digest();
  return {
    seal: (text) => new CompactEncrypt(Buffer.from(text)).setProtectedHeader(encryption).encrypt(key),
    open: async (sealed) => {
      try {
        const { plaintext } = await compactDecrypt(sealed, key, {
          keyManagementAlgorithms: [encryption.alg],
          contentEncryptionAlgorithms: [encryption.enc],
        });
        return Buffer.from(plaintext).toString();
      } catch {
        return null;
      }
    },
  };
}
