import { createHmac } from 'node:crypto';
import { compactDecrypt, CompactEncrypt } from 'jose';

/** Encrypts texts that are stored, so that a copy of the database alone reveals none. */
export interface SealText {
  seal(text: string): Promise<string>;
  /** Null when it was sealed under another SECRET or purpose, or changed. */
  open(sealed: string): Promise<string | null>;
}

/** What the operator sets: SECRET, and SECRET_PREVIOUS while it is being replaced. */
export interface Secrets {
  readonly secret: string;
  readonly previousSecret?: string | null;
}

/** The newest first: that one signs and seals, all of them are accepted. */
export const listSecrets = ({ secret, previousSecret }: Secrets): readonly string[] =>
  previousSecret ? [secret, previousSecret] : [secret];

const encryption = { alg: 'dir', enc: 'A256GCM' } as const;

const getKey = (secret: string, purpose: string): Buffer => createHmac('sha256', secret).update(purpose).digest();

/** `purpose` separates the keys of different uses of one SECRET. */
export function createSealText(secrets: Secrets, purpose: string): SealText {
  return {
    seal: (text) => sealBytes(Buffer.from(text), secrets, purpose),
    open: async (sealed) => (await openBytes(sealed, secrets, purpose))?.toString() ?? null,
  };
}

/** JSON Web Encryption (RFC 7516), compact, AES-256-GCM under a key derived from SECRET. */
export const sealBytes = (bytes: Buffer, { secret }: Secrets, purpose: string): Promise<string> =>
  new CompactEncrypt(bytes).setProtectedHeader(encryption).encrypt(getKey(secret, purpose));

/** Null when it was sealed under another SECRET or purpose, or changed. */
export async function openBytes(sealed: string, secrets: Secrets, purpose: string): Promise<Buffer | null> {
  for (const secret of listSecrets(secrets)) {
    const opened = await openUnder(sealed, getKey(secret, purpose));
    if (opened) return opened;
  }
  return null;
}

async function openUnder(sealed: string, key: Buffer): Promise<Buffer | null> {
  try {
    const { plaintext } = await compactDecrypt(sealed, key, {
      keyManagementAlgorithms: [encryption.alg],
      contentEncryptionAlgorithms: [encryption.enc],
    });
    return Buffer.from(plaintext);
  } catch {
    return null;
  }
}
