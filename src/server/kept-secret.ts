import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A secret made once and kept for this machine's user only, so that sessions outlive a restart. */
export function keepSecret(dataDir: string, name = 'secret'): string {
  mkdirSync(dataDir, { recursive: true, mode: 0o711 });
  const path = join(dataDir, name);
  return readSecret(path) ?? makeSecret(path);
}

function readSecret(path: string): string | null {
  try {
    return readFileSync(path, 'utf8').trim() || null;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

function makeSecret(path: string): string {
  const secret = randomBytes(32).toString('base64url');
  writeFileSync(path, `${secret}\n`, { mode: 0o600 });
  return secret;
}
