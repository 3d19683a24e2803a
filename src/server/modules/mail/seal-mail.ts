import { createHmac } from 'node:crypto';
import { compactDecrypt, CompactEncrypt } from 'jose';
import type { MailContent } from './mail.api.ts';

/** Links open accounts, so they are encrypted in the outbox: a copy of the database opens none. */
export interface SealMail {
  seal(content: MailContent): Promise<string>;
  /** Null when it was sealed under another SECRET, or changed. */
  open(sealed: string): Promise<MailContent | null>;
}

const encryption = { alg: 'dir', enc: 'A256GCM' } as const;

export function createSealMail(secret: string): SealMail {
  const key = createHmac('sha256', secret).update('outbox').digest();
  return {
    seal: (content) =>
      new CompactEncrypt(Buffer.from(JSON.stringify(content))).setProtectedHeader(encryption).encrypt(key),
    open: async (sealed) => {
      try {
        const { plaintext } = await compactDecrypt(sealed, key, {
          keyManagementAlgorithms: [encryption.alg],
          contentEncryptionAlgorithms: [encryption.enc],
        });
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- authenticated: nobody else could have sealed it
        return JSON.parse(Buffer.from(plaintext).toString()) as MailContent;
      } catch {
        return null;
      }
    },
  };
}
