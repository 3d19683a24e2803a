import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { type Encrypter, generateIdentity, identityToRecipient } from 'age-encryption';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listMigrations } from '#server/database/migrate-database.ts';
import { writeArchive } from './archive.ts';
import { createDecrypter, createEncrypter } from './encryption.ts';
import type { Manifest } from './manifest.ts';
import { verifyArchive } from './verify-archive.ts';

const folder = mkdtempSync(join(tmpdir(), 'kurs-backup-'));
afterAll(() => rmSync(folder, { recursive: true }));

const manifest: Manifest = {
  form: 'kurs-backup/1',
  madeAt: '2026-11-26T03:30:00.000Z',
  release: '9.9.9',
  postgres: '18.4',
  migrations: listMigrations(),
  tables: [{ name: 'public.a', columns: ['x'] }],
  sequences: [],
  secretMark: '',
};

let made = 0;
async function write(encrypter: Encrypter | null, over: Partial<Manifest> = {}): Promise<string> {
  const path = join(folder, `${made++}.tar.gz`);
  await writeArchive(path, encrypter, async (writer) => {
    await writer.addManifest({ ...manifest, ...over });
    await writer.addFile('secret', pieces('of the demo\n'));
    // More than one piece of the archive.
    await writer.addRows('public.a', pieces('7\n'.repeat(1_500_000), '8\n'.repeat(1_500_000)));
    await writer.addTotals({ 'public.a': 3_000_000 });
  });
  return path;
}

async function* pieces(...texts: readonly string[]): AsyncGenerator<Buffer> {
  for (const text of texts) yield Buffer.from(text);
}

const writeText = (name: string, text: string): string => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
};

let plain: string;
beforeAll(async () => {
  plain = await write(null);
});

test('reads a backup back', async () => {
  const { secret, totals, manifest: found } = await verifyArchive(plain, null);
  expect([secret, totals.rows, found]).toEqual(['of the demo', { 'public.a': 3_000_000 }, manifest]);
});

test.each([
  ['is cut off', (bytes: Buffer) => bytes.subarray(0, bytes.length - 40)],
  ['is cut off before its first table', (bytes: Buffer) => bytes.subarray(0, 300)],
  [
    'has a changed byte',
    (bytes: Buffer) => Buffer.concat([bytes.subarray(0, 900), Buffer.from([1]), bytes.subarray(901)]),
  ],
  ['is another file', () => Buffer.from('not a backup at all')],
  ['is empty', () => Buffer.alloc(0)],
])('refuses a file that %s, and says what to do', async (_what, change) => {
  const path = writeText('changed.tar.gz', '');
  writeFileSync(path, change(readFileSync(plain)));
  await expect(verifyArchive(path, null)).rejects.toThrow(/is damaged .*older backup/);
});

test('refuses rows that were changed before they were packed again', async () => {
  const path = join(folder, 'repacked.tar.gz');
  await writeArchive(path, null, async (writer) => {
    await writer.addManifest(manifest);
    await writer.addRows('public.a', pieces('9\n'));
    await writer.addTotals({ 'public.a': 1 });
  });
  const tar = gunzipSync(readFileSync(path));
  tar[tar.indexOf('9\n')] = 0x38;
  writeFileSync(path, gzipSync(tar));
  await expect(verifyArchive(path, null)).rejects.toThrow(/its checksum does not match/);
});

test('refuses a backup of a newer release and names both', async () => {
  const path = await write(null, { migrations: [...manifest.migrations, 9_999_999_999_999] });
  await expect(verifyArchive(path, null)).rejects.toThrow(/newer than this release .*made by release 9\.9\.9/);
});

test('refuses a form that it does not know', async () => {
  // A later form, as its release would write it.
  const path = await write(null, { form: 'kurs-backup/2' as 'kurs-backup/1' });
  await expect(verifyArchive(path, null)).rejects.toThrow(/a form that this release does not know/);
});

test('opens an encrypted backup with its password only', async () => {
  const passwordFile = writeText('password', 'correct horse battery staple\n');
  const encrypter = await createEncrypter({ recipients: [], passwordFile });
  // Of the backup it takes a second on purpose.
  encrypter?.setScryptWorkFactor(10);
  const path = await write(encrypter);
  await expect(verifyArchive(path, null)).rejects.toThrow(/is encrypted: name the password/);
  const other = writeText('other', 'wrong horse battery staple\n');
  const wrong = await createDecrypter({ passwordFile: other, identityFile: undefined });
  await expect(verifyArchive(path, wrong)).rejects.toThrow(/another password or key/);
  const right = await createDecrypter({ passwordFile, identityFile: undefined });
  expect((await verifyArchive(path, right)).secret).toBe('of the demo');
  const bytes = readFileSync(path);
  writeFileSync(path, bytes.subarray(0, bytes.length - 1));
  await expect(verifyArchive(path, right)).rejects.toThrow(/is damaged/);
});

test('opens a backup that was encrypted for an age key with that key only', async () => {
  const [own, foreign] = await Promise.all([generateIdentity(), generateIdentity()]);
  const path = await write(
    await createEncrypter({ recipients: [await identityToRecipient(own)], passwordFile: undefined }),
  );
  const open = async (identity: string) =>
    verifyArchive(
      path,
      await createDecrypter({
        identityFile: writeText('key.txt', `# created\n${identity}\n`),
        passwordFile: undefined,
      }),
    );
  await expect(open(foreign)).rejects.toThrow(/another password or key/);
  expect((await open(own)).secret).toBe('of the demo');
});

test('refuses a short password and what is no recipient', async () => {
  const passwordFile = writeText('short', 'short\n');
  await expect(createEncrypter({ recipients: [], passwordFile })).rejects.toThrow(/at least 12 characters/);
  await expect(createEncrypter({ recipients: ['age1x'], passwordFile: undefined })).rejects.toThrow(/no age recipient/);
});
