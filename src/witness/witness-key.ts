import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { getErrorCode } from '#domain/caught-error.ts';
import { getWitnessId, toPublicBytes } from '#node/notes.ts';
import type { VerifierKey } from '#record/signed-note.ts';
import { StartError } from '#node/start-error.ts';
import { writeNewFile } from '#node/write-new-file.ts';

export interface WitnessKey extends VerifierKey {
  readonly privateKey: KeyObject;
}

/** The DER prefix of an Ed25519 private key (RFC 8410), before its 32 bytes. */
const derHead = Buffer.from('302e020100300506032b657004220420', 'hex');

/** Null: there is no such file yet. Throws StartError when it is damaged. */
export function readWitnessKey(path: string): WitnessKey | null {
  try {
    const key = parse(readFileSync(path, 'utf8'));
    if (key) return key;
  } catch (error) {
    const code = getErrorCode(error);
    if (code === 'ENOENT') return null;
    throw damaged(path, `cannot be read (${code ?? String(error)})`);
  }
  throw damaged(path, 'is damaged');
}

/** Created once; another process that is first wins. */
export function createWitnessKey(path: string, name: string): WitnessKey {
  const { privateKey } = generateKeyPairSync('ed25519');
  const key = { name, publicKey: toPublicBytes(privateKey), privateKey };
  return writeNewFile(path, format(key), 0o600) ? key : (readWitnessKey(path) ?? createWitnessKey(path, name));
}

/** `PRIVATE+KEY+name+id+base64(4 ‖ seed)`, as golang.org/x/mod/sumdb/note stores keys. */
function format(key: WitnessKey): string {
  const seed = key.privateKey.export({ format: 'der', type: 'pkcs8' }).subarray(derHead.length);
  return `PRIVATE+KEY+${getWitnessId(key)}+${Buffer.from([4, ...seed]).toString('base64')}\n`;
}

/** The id is a hash of the public key, so a truncated or changed file is recognised. */
function parse(text: string): WitnessKey | null {
  const [, id, name = '', encoded = ''] = /^PRIVATE\+KEY\+(([^\s+]+)\+[0-9a-f]{8})\+(\S+)\n$/.exec(text) ?? [];
  const bytes = Buffer.from(encoded, 'base64');
  if (bytes.length !== 33 || bytes[0] !== 4) return null;
  const der = Buffer.concat([derHead, bytes.subarray(1)]);
  const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  const key = { name, publicKey: toPublicBytes(privateKey), privateKey };
  return getWitnessId(key) === id ? key : null;
}

const damaged = (path: string, what: string): StartError =>
  new StartError(
    `The witness key in ${path} ${what}.\nRestore this file from a backup: a new key would be another witness.`,
  );
