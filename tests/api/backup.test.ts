import { spawn } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { RecordPage } from '#contract/record/record.ts';
import { signIn } from '#tests/support/api-client.ts';
import { memoryFolder } from '#tests/support/network/memory-folder.ts';
import { compileCache, type Product, startProduct } from '#tests/support/product.ts';
import { administer, createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { verifyArchive } from '#scripts/backup/verify-archive.ts';

// The product and its commands as processes, on a machine that may be busy.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 120_000 });

let root: string;
let folder: string;
let products: Product[] = [];

beforeAll(async () => {
  root = await mkdtemp(join(memoryFolder(), 'kurs-backup-'));
  folder = join(root, 'backups');
  await chmod(root, 0o755);
});
afterEach(async () => {
  await Promise.all(products.map((product) => product.stop()));
  products = [];
});
afterAll(() => rm(root, { recursive: true, force: true, maxRetries: 5 }));

async function run(
  command: 'backup' | 'restore' | 'verify-record',
  env: Record<string, string>,
  ...args: readonly string[]
): Promise<{ code: number | null; output: string }> {
  const file = fileURLToPath(new URL(`../../scripts/${command}.ts`, import.meta.url));
  const path = { PATH: process.env.PATH ?? '', ...compileCache };
  const child = spawn(process.execPath, [file, ...args], { env: { ...path, ...env } });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, output })));
}

async function start(dataDir: string): Promise<Product> {
  const product = await startProduct({ DATA_DIR: dataDir, DEMO_HISTORY_HOURS: '1' });
  products.push(product);
  while ((await fetch(`${product.url}/api/ready`)).status !== 200) await pause(100);
  return product;
}

async function makeFolder(name: string): Promise<string> {
  const path = join(root, name);
  await mkdir(path);
  // PostgreSQL's own user must enter it.
  await chmod(path, 0o755);
  return path;
}

const findNewest = async (): Promise<string> => join(folder, (await readdir(folder)).toSorted().at(-1) ?? '');

const readRecord = async ({ url }: Product) =>
  RecordPage.parse(await (await fetch(`${url}/api/record?limit=1000`)).json());

it('restores a running demo into an empty folder, where its record goes on and its accounts sign in', async () => {
  const dataDir = await makeFolder('data');
  const first = await start(dataDir);
  const [before, { user }] = [await readRecord(first), await signIn(first.url)];
  expect(before.size).toBeGreaterThan(60);
  const backedUp = await run('backup', { DATA_DIR: dataDir }, '--folder', folder);
  expect(backedUp).toEqual({ code: 0, output: expect.stringContaining('It contains the secret of the demo') });
  const backup = await findNewest();
  const running = await run('restore', { DATA_DIR: dataDir }, backup);
  expect(running).toEqual({ code: 78, output: expect.stringContaining('is in use by process') });
  await Promise.all(products.map((product) => product.stop()));
  products = [];

  const restoredDir = await makeFolder('restored');
  const restored = await run('restore', { DATA_DIR: restoredDir }, backup);
  expect(restored).toEqual({ code: 0, output: expect.stringContaining('All checks passed.') });

  // All rows of all tables are in the backup of what was restored.
  await run('backup', { DATA_DIR: restoredDir }, '--folder', join(root, 'again'));
  const [again = ''] = await readdir(join(root, 'again'));
  const { totals } = await verifyArchive(join(root, 'again', again), null);
  expect(totals.rows).toEqual((await verifyArchive(backup, null)).totals.rows);
  expect(totals.rows['public.record_leaves']).toBeGreaterThan(60);

  const second = await start(restoredDir);
  expect((await signIn(second.url)).user).toEqual(user);
  const after = await readRecord(second);
  expect(after.items.slice(0, before.items.length)).toEqual(before.items);
  const verified = await run('verify-record', {}, second.url);
  expect(verified).toEqual({ code: 0, output: expect.stringContaining('All checks passed.') });
});

describe('with a PostgreSQL of the operator', () => {
  const secret = '6f1d0c5a9b3e47828d1f60a7c4b2e9583d7a61f0c8b94e25';
  let database: TestDatabase;
  let settings: Record<string, string>;
  beforeAll(async () => {
    database = await createTestDatabase();
    settings = { DATABASE_URL: database.url, DEMO: 'on', SECRET: secret, DATA_DIR: await makeFolder('own') };
    expect((await run('backup', settings, '--folder', folder)).code).toBe(0);
  });
  afterAll(() => database.close());

  it('refuses a database that is not empty, and says what to do', async () => {
    const { code, output } = await run('restore', settings, await findNewest());
    expect([code, output]).toEqual([
      2,
      expect.stringMatching(/is not empty \(\d+ tables.*nothing was changed[^]*create database/),
    ]);
  });

  it('refuses another SECRET before anything is touched, and restores with the right one', async () => {
    const name = `test_empty_${process.pid}`;
    await administer(`create database ${name}`);
    const url = database.url.replace(/[^/]+$/, name);
    try {
      const other = { ...settings, DATABASE_URL: url, SECRET: secret.replace('6', '7') };
      const refused = await run('restore', other, await findNewest());
      expect(refused).toEqual({ code: 2, output: expect.stringContaining('under another SECRET') });
      const restored = await run('restore', { ...settings, DATABASE_URL: url }, await findNewest());
      expect(restored).toMatchObject({ code: 0, output: expect.stringContaining('there is nothing to verify') });
    } finally {
      await administer(`drop database ${name} with (force)`);
    }
  });

  it('says what a backup does not hold', async () => {
    const { output } = await run('backup', settings, '--folder', folder);
    expect(output).toContain('It does not contain the settings. Keep SECRET in another place');
  });
});
