import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { memoryFolder } from '#tests/support/network/memory-folder.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import { processMark } from './data-lock.ts';

let dataDir: string;
const output: string[] = [];
const start = () => startEmbeddedPostgres({ dataDir, print: (line) => output.push(line) });

beforeAll(() => {
  dataDir = mkdtempSync(join(memoryFolder(), 'kurs-embedded-'));
  chmodSync(dataDir, 0o711);
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

async function queryRows<T extends pg.QueryResultRow>(url: string, query: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<T>(query)).rows;
  } finally {
    await client.end();
  }
}

test('creates the database once, preserves its data, and listens only on localhost with a password', async () => {
  const first = await start();
  const settings = await queryRows<{ name: string; setting: string }>(
    first.url,
    "select name, setting from pg_settings where name in ('fsync', 'listen_addresses', 'password_encryption')",
  );
  expect(Object.fromEntries(settings.map(({ name, setting }) => [name, setting]))).toEqual({
    fsync: 'on',
    listen_addresses: '127.0.0.1',
    password_encryption: 'scram-sha-256',
  });
  await expect(queryRows(first.url.replace(/kurs:[^@]+@/, 'kurs:guess@'), 'select 1')).rejects.toThrow(/password/);
  await queryRows(first.url, 'create table kept (id int)');
  await first.stop();

  const second = await start();
  expect(await queryRows(second.url, 'select * from kept')).toEqual([]);
  await second.stop();
  expect(output.filter((line) => line.startsWith('Creating the database'))).toHaveLength(1);
});

test('F28: rejects a second process with the pid of the first and a solution', async () => {
  const first = await start();
  await expect(start()).rejects.toMatchObject({
    exitCode: 78,
    message: expect.stringMatching(new RegExp(`process ${process.pid}[\\s\\S]*DATA_DIR`)),
  });
  await first.stop();
  await (await start()).stop();
});

test('ignores a lock whose process has ended or whose pid was reused', async () => {
  for (const holder of [{ pid: 2 ** 22 + 1, mark: null }, { pid: process.pid, mark: 'an earlier boot' }, 'nonsense']) {
    writeFileSync(join(dataDir, 'lock'), JSON.stringify(holder));
    // On systems that cannot distinguish processes with the same pid, only the first and the last
    // case are detectable.
    if (processMark(process.pid) === null && typeof holder === 'object' && holder.pid === process.pid) continue;
    await (await start()).stop();
  }
});

const outlived = `
  import { startEmbeddedPostgres } from '#server/database/embedded/embedded-postgres.ts';
  const server = await startEmbeddedPostgres({ dataDir: process.argv[1], print: () => {} });
  console.log(server.url);
  setInterval(() => {}, 1_000);
`;

async function startElsewhere(): Promise<{ child: ChildProcess; url: string }> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', outlived, dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (!child.stdout) throw new Error('no output');
  const [url] = (await once(createInterface(child.stdout), 'line')) as [string];
  return { child, url };
}

test('ends the database after kill -9 of the product, and the next start has every committed row', async () => {
  const { child, url } = await startElsewhere();
  await queryRows(url, 'insert into kept values (1)');
  child.kill('SIGKILL');
  await once(child, 'exit');
  const next = await start();
  expect(await queryRows(next.url, 'select id from kept')).toEqual([{ id: 1 }]);
  await next.stop();
});

test('starts despite a postmaster.pid whose pid belongs to another program', async () => {
  const pidFile = join(dataDir, 'postgres', 'cluster', 'postmaster.pid');
  writeFileSync(pidFile, `${process.ppid}\n${join(dataDir, 'postgres', 'cluster')}\n`);
  const server = await start();
  expect(readFileSync(pidFile, 'utf8').split('\n')[0]).not.toBe(String(process.ppid));
  await server.stop();
});

test('rejects a data folder of another major version with both versions, the folder and the upgrade steps', async () => {
  const cluster = join(dataDir, 'postgres', 'cluster');
  const version = join(cluster, 'PG_VERSION');
  const own = readFileSync(version, 'utf8');
  writeFileSync(version, '17\n');
  const words = [cluster, 'made by PostgreSQL 17', `comes with PostgreSQL ${own.trim()}`, 'pg_dump of PostgreSQL 17'];
  for (const word of words)
    await expect(start()).rejects.toMatchObject({ exitCode: 78, message: expect.stringContaining(word) });
  writeFileSync(version, own);
  const server = await start();
  expect(await queryRows(server.url, 'select id from kept')).toEqual([{ id: 1 }]);
  await server.stop();
});
