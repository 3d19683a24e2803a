import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { parseCheckpoint, parseNote } from '#record/signed-note.ts';
import { parseBundle } from '#record/signed-tiles.ts';
import { connectDatabase, type Database } from '#server/database/connection.ts';
import { startEmbeddedPostgres } from '#server/database/embedded/embedded-postgres.ts';
import { migrateDatabase } from '#server/database/migrate-database.ts';
import { readHead } from '#server/modules/record/append/append-leaves.ts';
import { memoryFolder } from '#tests/support/network/memory-folder.ts';
import { growRecord } from '#tests/support/record/grow-record.ts';
import { getHead, getReady, listFatal, setupSecret, untilSigned } from '#tests/support/record/record-setup.ts';
import { createTestRecord, type TestRecord } from '#tests/support/record/test-record.ts';

// The drill of docs/operating.md: an embedded cluster, backed up by copying its folder.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

let root: string;
let dataDir: string;
let stop: () => Promise<void> = async () => undefined;

/** A record that goes on after its backup was made. */
beforeAll(async () => {
  root = mkdtempSync(join(memoryFolder(), 'kurs-restore-'));
  dataDir = join(root, 'data');
  mkdirSync(dataDir);
  for (const folder of [root, dataDir]) chmodSync(folder, 0o711);
  const first = await start();
  await growAndSign(first, 13);
  await stop();
  copy(cluster(), join(root, 'backup'));
  const second = await start();
  await growAndSign(second, 2);
  await stop();
});
afterEach(() => stop());
afterAll(() => rmSync(root, { recursive: true, force: true }));

interface Started {
  readonly one: TestRecord;
  readonly db: Database;
}

async function start(): Promise<Started> {
  const server = await startEmbeddedPostgres({ dataDir, print: () => undefined, settings });
  await migrateDatabase(server.url);
  const connection = connectDatabase({ url: server.url, onIdleError: () => undefined, maxConnections: 5 });
  const one = await createTestRecord({ db: connection.db, dataDir, secret: setupSecret });
  stop = async () => {
    stop = async () => undefined;
    await one.record.stop();
    await one.app.close();
    await connection.close();
    await server.stop();
  };
  return { one, db: connection.db };
}

const cluster = (): string => join(dataDir, 'postgres');
/** Preserves the owner, which is another account where the product runs as root. */
const copy = (from: string, to: string): void => void execFileSync('cp', ['-a', from, to]);

function run(script: string, ...args: readonly string[]): Promise<{ code: number | null; output: string }> {
  const { INIT_CWD: _calledIn, npm_lifecycle_event: _task, ...env } = process.env;
  const file = fileURLToPath(new URL(script, import.meta.url));
  const product = { DATA_DIR: dataDir, SECRET: setupSecret, PUBLIC_URL: 'https://kurs.example', DEMO_PUBLIC: 'on' };
  const child = spawn(process.execPath, [file, ...args], { env: { ...env, ...product } });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, output })));
}

async function growAndSign({ one, db }: Started, minutes: number): Promise<void> {
  await growRecord(db, minutes);
  await one.record.start();
  await untilSigned(one, (await readHead(db)).size);
}

const reason = 'The newest backup was a day old';

it('F54 signs nothing on an older database, and a new record names the last checkpoint of the old one', async () => {
  rmSync(cluster(), { recursive: true });
  copy(join(root, 'backup'), cluster());
  const older = await start();
  const old = await getHead(older.one);
  await growRecord(older.db, 3);
  await older.one.record.start();
  await vi.waitFor(async () => {
    older.one.time.advance(1_000);
    expect(await getReady(older.one)).toBe('degraded');
  });
  expect((await getHead(older.one)).size).toBe(old.size);
  expect(listFatal(older.one)).toEqual([expect.stringMatching(/were signed; restore .* npm run new-record/)]);
  await stop();

  expect(await run('../../scripts/new-record.ts', '--reason', 'too short')).toMatchObject({ code: 2 });
  const replaced = await run('../../scripts/new-record.ts', '--reason', reason);
  expect(replaced).toMatchObject({ code: 0, output: expect.stringContaining(join(dataDir, 'record')) });
  const vkey = /^kurs\.example\/record-\S+$/m.exec(replaced.output)?.[0] ?? '';
  const folder = /^The old one is in (.*)$/m.exec(replaced.output)?.[1] ?? '';
  // What the database still had of the old one is the files of a log.
  expect(readFileSync(join(folder, 'checkpoint'), 'utf8')).toBe(old.note);
  expect(readFileSync(join(folder, `tile/0/000.p/${old.size}`))).toHaveLength(32 * old.size);
  const entries = parseBundle(readFileSync(join(folder, `tile/entries/000.p/${old.size}`)), old.size);
  expect(entries[0]).toContain('"kind":"genesis"');

  const next = await start();
  await growAndSign(next, 12);
  expect(await getReady(next.one)).toBe('ok');
  const { key, genesis, state } = JSON.parse((await next.one.get('/api/record')).body);
  expect([key, state]).toEqual([vkey, 'kept']);
  const { previous } = JSON.parse(genesis.text);
  expect(previous).toMatchObject({ reason });
  expect(parseCheckpoint(parseNote(previous.note)?.text ?? '')?.size).toBeGreaterThan(old.size);
});
