import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { RecordPage } from '#contract/record/record.ts';
import { dayMs, minuteMs } from '#domain/time.ts';
import { connectDatabase, type Database } from '#server/database/connection.ts';
import { startEmbeddedPostgres } from '#server/database/embedded/embedded-postgres.ts';
import { migrateDatabase } from '#server/database/migrate-database.ts';
import { recordProofs } from '#server/database/tables/record-sums-tables.ts';
import { issuedAt } from '#tests/support/a-signal.ts';
import { memoryFolder } from '#tests/support/network/memory-folder.ts';
import { listFatal, getHead, getReady, setupSecret } from '#tests/support/record/record-setup.ts';
import { simulateRecord } from '#tests/support/record/simulated-record.ts';
import { createTestRecord, type TestRecord } from '#tests/support/record/test-record.ts';

// The drill of docs/operating.md: an embedded cluster, backed up by copying its folder.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

/** Its prices and forecasts are not those of one market, which only a replay may do. */
const feed = 'replay:2026-03-02T09:00:00.000Z';
const iso = (at: number): string => new Date(at).toISOString();
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
  await simulateRecord(first.db, { feed, count: 40, isComplete: true });
  await sign(first.one);
  await stop();
  copy(cluster(), join(root, 'backup'));
  const second = await start();
  await simulateRecord(second.db, { feed, count: 5, seed: 3, from: issuedAt + 6 * minuteMs, isComplete: true });
  await sign(second.one);
  await stop();
});
afterEach(() => stop());
afterAll(() => rmSync(root, { recursive: true, force: true }));

async function start(): Promise<{ one: TestRecord; db: Database }> {
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

async function verify(one: TestRecord, ...args: readonly string[]): Promise<string> {
  const address = await one.app.listen({ port: 0, host: '127.0.0.1' });
  const { code, output } = await run('../../scripts/verify-record.ts', address, ...args);
  expect([code, output]).toEqual([0, expect.stringContaining('All checks passed')]);
  return output;
}

async function sign(one: TestRecord): Promise<void> {
  const { size } = RecordPage.parse(JSON.parse((await one.get('/api/record?limit=1')).body));
  expect((await one.get(`/api/record/proof/${size - 1}`)).status).toBe(200);
}

const reason = 'The newest backup was a day old';

it('F54 a record that can be continued is not replaced', async () => {
  const replaced = await run('../../scripts/new-record.ts', '--reason', reason);
  expect(replaced).toEqual({ code: 2, output: expect.stringContaining('nothing was changed') });
});

it('F54 signs nothing on an older database, and a new record names the last checkpoint of the old one', async () => {
  rmSync(cluster(), { recursive: true });
  copy(join(root, 'backup'), cluster());
  const { one, db } = await start();
  const old = await getHead(one);
  await simulateRecord(db, { feed, count: 10, seed: 5, from: issuedAt + 8 * minuteMs, isComplete: true });
  await one.get(`/api/record/proof/${old.size + 15}`);
  expect((await getHead(one)).size).toBe(old.size);
  expect(await getReady(one)).toBe('degraded');
  expect(listFatal(one)).toEqual([expect.stringMatching(/were signed; restore .* npm run new-record/)]);
  const proofs = { feed, day: 20_514, model: 'kurs_ai_v2', countedTo: 40 } as const;
  await db
    .insert(recordProofs)
    .values({ ...proofs, signalsProven: 1, signalsUnproven: 0, minutesProven: 1, minutesUnproven: 0 });

  await stop();
  const unsigned = join(root, 'unsigned.txt');
  writeFileSync(unsigned, old.note.replace(`\n${old.size}\n`, `\n${old.size + 1_000}\n`));
  const refused = await run('../../scripts/new-record.ts', '--reason', reason, '--previous', unsigned);
  expect(refused).toEqual({ code: 2, output: expect.stringContaining('--previous-key') });
  const replaced = await run('../../scripts/new-record.ts', '--reason', reason);
  expect(replaced).toMatchObject({ code: 0, output: expect.stringContaining(join(dataDir, 'record')) });
  const vkey = /^kurs\.example\/record-\S+$/m.exec(replaced.output)?.[0] ?? '';

  const next = await start();
  expect((await next.one.get('/api/record/key')).body).toBe(`${vkey}\n`);
  expect(await next.db.$count(recordProofs)).toBe(0);
  const noon = issuedAt + 180 * minuteMs;
  await simulateRecord(next.db, { feed, count: 10, seed: 6, from: noon + 1_000, isComplete: true });
  await sign(next.one);
  expect(await getReady(next.one)).toBe('ok');
  const output = await verify(next.one, '--at', iso(noon + 8 * minuteMs));
  expect(output).toMatch(/this record replaces kurs.example\/record, which had \d+ signed leaves .*a day old/);

  await next.one.record.start();
  next.one.time.advance(dayMs);
  const day = await vi.waitFor(
    async () => {
      const found = await next.one.get('/api/record/export/2026-03-02');
      expect(found.status).toBe(200);
      return found.bytes;
    },
    { timeout: 20_000 },
  );
  const file = join(root, '2026-03-02.ndjson.gz');
  writeFileSync(file, day);
  expect(await run('../../scripts/record/verify-day.mjs', file, vkey)).toMatchObject({
    code: 0,
    output: expect.stringContaining('replaces kurs.example/record'),
  });
});
