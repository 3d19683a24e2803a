import { spawn } from 'node:child_process';
import { chmod, mkdir, mkdtemp, open, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { RecordStart } from '#contract/record/record.ts';
import { readBackupTime } from '#server/files/last-backup.ts';
import { signIn } from '#tests/support/api-client.ts';
import { memoryFolder } from '#tests/support/network/memory-folder.ts';
import { compileCache, type Product, startProduct } from '#tests/support/product.ts';

// The product and its commands as processes, on a machine that may be busy.
vi.setConfig({ testTimeout: 120_000 });

let root: string;
let products: Product[] = [];
beforeAll(async () => {
  root = await mkdtemp(join(memoryFolder(), 'kurs-backup-'));
  await chmod(root, 0o755);
});
const stopAll = async (): Promise<void> => {
  await Promise.all(products.splice(0).map((product) => product.stop()));
};
afterEach(stopAll);
afterAll(() => rm(root, { recursive: true, force: true, maxRetries: 5 }));

async function run(command: 'backup' | 'restore', env: Record<string, string>, file: string) {
  const program = fileURLToPath(new URL(`../../scripts/${command}.ts`, import.meta.url));
  const path = { PATH: process.env.PATH ?? '', ...compileCache };
  const child = spawn(process.execPath, [program, file], { env: { ...path, ...env } });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return new Promise<{ code: number | null; output: string }>((resolve) =>
    child.once('close', (code) => resolve({ code, output })),
  );
}

async function start(dataDir: string): Promise<Product> {
  const product = await startProduct({ DATA_DIR: dataDir });
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

const readRecord = async ({ url }: Product) => RecordStart.parse(await (await fetch(`${url}/api/record`)).json());

it('restores the data folder of a stopped demo, where its record goes on and its accounts sign in', async () => {
  const dataDir = await makeFolder('data');
  const file = join(root, 'kurs.tar.gz');
  const first = await start(dataDir);
  const { user } = await signIn(first.url);
  const running = await run('backup', { DATA_DIR: dataDir }, file);
  expect(running).toEqual({ code: 78, output: expect.stringContaining(`in use by process ${first.process.pid}.`) });
  const before = await readRecord(first);
  await stopAll();

  const backedUp = await run('backup', { DATA_DIR: dataDir }, file);
  expect(backedUp).toEqual({ code: 0, output: expect.stringContaining(`is archived in ${file}`) });
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await readBackupTime(dataDir)).not.toBeNull();
  expect((await readdir(root)).toSorted()).toEqual(['data', 'kurs.tar.gz']);
  expect(await run('backup', { DATA_DIR: dataDir }, file)).toMatchObject({ code: 2 });
  const full = await run('restore', { DATA_DIR: dataDir }, file);
  expect(full).toEqual({ code: 2, output: expect.stringContaining('is not empty') });

  const restoredDir = await makeFolder('restored');
  expect(await run('restore', { DATA_DIR: restoredDir }, file)).toMatchObject({ code: 0 });
  const second = await start(restoredDir);
  expect((await signIn(second.url)).user).toEqual(user);
  const after = await readRecord(second);
  expect([after.key, after.genesis?.text]).toEqual([before.key, before.genesis?.text ?? after.genesis?.text]);
  expect(after.size).toBeGreaterThanOrEqual(before.size);
  await stopAll();

  const target = await makeFolder('untouched');
  const cut = join(root, 'cut.tar.gz');
  await writeFile(cut, await readStart(file, 1_000_000));
  const refused = await run('restore', { DATA_DIR: target }, cut);
  expect(refused).toEqual({ code: 2, output: expect.stringContaining('is cut off, damaged, or no archive') });
  const foreign = join(root, 'foreign.tar.gz');
  await new Promise((resolve) => spawn('tar', ['-czf', foreign, '-C', dataDir, 'secret']).once('close', resolve));
  const unknown = await run('restore', { DATA_DIR: target }, foreign);
  expect(unknown).toEqual({ code: 2, output: expect.stringContaining('was not written by npm run backup') });
  expect(await readdir(target)).toEqual([]);
});

async function readStart(path: string, length: number): Promise<Buffer> {
  const file = await open(path);
  const { buffer } = await file.read(Buffer.alloc(length), 0, length, 0);
  await file.close();
  return buffer;
}

it.each(['backup', 'restore'] as const)('leaves a PostgreSQL of the operator to its own tools: %s', async (command) => {
  const env = { DATABASE_URL: 'postgres://kurs:kurs@localhost:1/kurs', DATA_DIR: '/data' };
  const { code, output } = await run(command, env, join(root, 'other.tar.gz'));
  expect(code).toBe(2);
  for (const word of ['deploy/backup.sh or pgBackRest', '/data/record', 'SECRET']) expect(output).toContain(word);
});
