import { open, readFile } from 'node:fs/promises';
import { Decrypter, Encrypter } from 'age-encryption';
import { UsageError } from '#research/bars/usage-error.ts';
import { resolvePlace } from '../command/place.ts';

const minPasswordLength = 12;

interface EncryptOptions {
  /** age recipients: `age1…`. */
  readonly recipients: readonly string[];
  /** A file whose first line is the password. */
  readonly passwordFile: string | undefined;
}

/** Encrypts as age does (age-encryption.org/v1); null: nothing asks for it. */
export async function createEncrypter({ recipients, passwordFile }: EncryptOptions): Promise<Encrypter | null> {
  if (recipients.length === 0 && passwordFile === undefined) return null;
  if (recipients.length > 0 && passwordFile !== undefined)
    throw new UsageError('Choose one: --recipient or --password-file.');
  const encrypter = new Encrypter();
  if (passwordFile !== undefined) encrypter.setPassphrase(await readPassword(passwordFile));
  for (const recipient of recipients) addRecipient(encrypter, recipient);
  return encrypter;
}

function addRecipient(encrypter: Encrypter, recipient: string): void {
  try {
    encrypter.addRecipient(recipient);
  } catch {
    throw new UsageError(
      `--recipient ${recipient} is no age recipient: age-keygen prints one, which begins with age1.`,
    );
  }
}

interface DecryptOptions {
  /** A file of age-keygen. */
  readonly identityFile: string | undefined;
  readonly passwordFile: string | undefined;
}

/** Null: neither a password nor an identity is given. */
export async function createDecrypter({ identityFile, passwordFile }: DecryptOptions): Promise<Decrypter | null> {
  if (identityFile === undefined && passwordFile === undefined) return null;
  const decrypter = new Decrypter();
  if (passwordFile !== undefined) decrypter.addPassphrase(await readPassword(passwordFile));
  if (identityFile !== undefined) decrypter.addIdentity(await readIdentity(identityFile));
  return decrypter;
}

async function readPassword(path: string): Promise<string> {
  const [password = ''] = (await readText('password-file', path)).split(/\r?\n/, 1);
  if (password.length < minPasswordLength)
    throw new UsageError(`--password-file: the first line needs at least ${minPasswordLength} characters.`);
  return password;
}

async function readIdentity(path: string): Promise<string> {
  const found = /^AGE-SECRET-KEY-\S+$/m.exec(await readText('identity', path))?.[0];
  if (found === undefined)
    throw new UsageError('--identity: the file has no line AGE-SECRET-KEY-…, as age-keygen writes.');
  return found;
}

const readText = (option: string, path: string): Promise<string> =>
  readFile(resolvePlace(path), 'utf8').catch(() => {
    throw new UsageError(`--${option}: ${resolvePlace(path)} cannot be read.`);
  });

const ageHeader = 'age-encryption.org/v1';

export async function isEncrypted(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer } = await file.read(Buffer.alloc(ageHeader.length), 0, ageHeader.length, 0);
    return buffer.toString('latin1') === ageHeader;
  } finally {
    await file.close();
  }
}
