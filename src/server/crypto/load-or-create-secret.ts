import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getErrorCode } from '#domain/caught-error.ts';
import { makeDataFolder, notWritable } from '../files/data-folder.ts';
import { StartError } from '#node/start-error.ts';
import { writeNewFile } from '#node/durable-files.ts';

const secretBytes = 32;
const secretLength = Math.ceil((secretBytes * 4) / 3);

/**
 * A secret created once and readable only by this machine's user, so that login sessions survive a
 * restart. A damaged file stops the start: a new secret would end every login session and leave the
 * record without its key.
 */
export function loadOrCreateSecret(dataDir: string, name = 'secret'): string {
  const path = join(dataDir, name);
  const found = readSecret(path);
  if (found !== null) return found;
  const secret = randomBytes(secretBytes).toString('base64url');
  return createSecret(dataDir, name, secret) ? secret : loadOrCreateSecret(dataDir, name);
}

/** False: another process has created it meanwhile. */
function createSecret(dataDir: string, name: string, secret: string): boolean {
  try {
    makeDataFolder(dataDir);
    return writeNewFile(join(dataDir, name), `${secret}\n`, 0o600);
  } catch (error) {
    throw notWritable(dataDir, error) ?? error;
  }
}

/** Null: the file does not exist yet. */
function readSecret(path: string): string | null {
  let text: string;
  try {
    text = readFileSync(path, 'utf8').trim();
  } catch (error) {
    const code = getErrorCode(error);
    if (code === 'ENOENT') return null;
    throw damaged(path, `cannot be read (${code})`);
  }
  if (text === '') throw damaged(path, 'is empty');
  if (text.length < secretLength) throw damaged(path, `is cut off: ${text.length} of ${secretLength} characters`);
  return text;
}

const damaged = (path: string, what: string): StartError =>
  new StartError(
    `The secret in ${path} ${what}.\nRestore this file from a backup: a new secret would not open what was sealed under the old one.`,
  );
