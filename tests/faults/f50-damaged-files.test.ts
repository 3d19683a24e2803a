import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadOrCreateSecret } from '#server/crypto/load-or-create-secret.ts';
import { prepareClusterFolder } from '#server/database/embedded/cluster-folder.ts';
import { openAccountBook } from '../../src/sandbox-broker/account-book.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kurs-damaged-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe.each(['secret', 'postgres-password'])('F50 the file %s', (name) => {
  it.each([
    ['empty', (path: string) => writeFileSync(path, '')],
    ['only a line break', (path: string) => writeFileSync(path, '\n')],
    ['truncated', (path: string) => truncateSync(path, 20)],
    [
      'unreadable',
      (path: string) => {
        rmSync(path);
        mkdirSync(path);
      },
    ],
  ])('prevents the start when %s, and the error names it', (_what, damage) => {
    const path = join(folder, name);
    loadOrCreateSecret(folder, name);
    damage(path);
    expect(() => loadOrCreateSecret(folder, name)).toThrow(
      expect.objectContaining({ name: 'StartError', exitCode: 78, message: expect.stringContaining(path) }),
    );
  });

  it('is written completely, and leaves no temporary file behind', () => {
    const secret = loadOrCreateSecret(folder, name);
    expect(readdirSync(folder)).toEqual([name]);
    expect(readFileSync(join(folder, name), 'utf8')).toBe(`${secret}\n`);
    expect(loadOrCreateSecret(folder, name)).toBe(secret);
  });
});

it('F50 an empty file with the location of the database prevents the start, and the error names it', () => {
  const note = join(folder, 'postgres.at');
  writeFileSync(note, '');
  expect(() => prepareClusterFolder(folder, null, () => undefined)).toThrow(
    expect.objectContaining({ name: 'StartError', message: expect.stringContaining(note) }),
  );
});

it.each(['', '{"secret":"ab'])('F50 the training broker does not replace a damaged account book: %j', async (text) => {
  const file = join(folder, 'accounts.json');
  writeFileSync(file, text);
  const opening = openAccountBook({ folder, seedFile: null, partner: 'kurs-demo', now: () => 0 });
  await expect(opening).rejects.toThrow(file);
  expect(readFileSync(file, 'utf8')).toBe(text);
});
