import { randomInt } from 'node:crypto';
import { recoveryCodeCount } from '#domain/accounts/second-factor.ts';
import type { Transaction } from '#server/database/connection.ts';
import { sha256 } from '#node/sha256.ts';
import { deleteRecoveryCodes, insertRecoveryCodes } from './factors.repository.ts';

/** Letters and digits that are not mistaken for each other. */
const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789';
const groups = 4;
const groupLength = 4;

/** Replaces the user's codes; only their hashes are stored. 80 bits each: nobody guesses a hash. */
export async function replaceRecoveryCodes(tx: Transaction, userId: string, createdAt: Date): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodeCount }, newCode);
  await deleteRecoveryCodes(tx, userId);
  await insertRecoveryCodes(
    tx,
    codes.map((code) => ({ userId, codeHash: hashOfCode(code), createdAt })),
  );
  return codes;
}

/** However it was typed: case, spaces and dashes do not matter. */
export const hashOfCode = (code: string): Buffer => Buffer.from(sha256(code.toLowerCase().replaceAll(/[^a-z\d]/g, '')));

const newCode = (): string =>
  Array.from({ length: groups }, () =>
    Array.from({ length: groupLength }, () => alphabet[randomInt(alphabet.length)]).join(''),
  ).join('-');
