import { spawn } from 'node:child_process';
import { appendFileSync, cpSync, existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { dayMs, hourMs, minuteMs, secondMs } from '#domain/time.ts';
import { minuteBars } from '#server/database/tables/shadow-tables.ts';
import { loadModels } from '#server/modules/models/load-models.ts';
import type { LoadedModels } from '#server/modules/models/models.api.ts';
import { getHead, getReady } from '#tests/support/record/record-setup.ts';
import { runShadowEngine } from '#tests/support/market/shadow-engine.ts';
import { copyTestDatabase, createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { aDataDir, createTestRecord, type TestRecord } from '#tests/support/record/test-record.ts';
import { createVirtualTime, type VirtualTime } from '#tests/support/virtual-time.ts';

// Programs are started, possibly on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 });

const day = '2026-03-03';
const midnight = Date.parse(day);
const symbols = ['EURUSD', 'GBPUSD', 'USDJPY', 'EURGBP', 'EURJPY', 'GBPJPY'];

const databases: TestDatabase[] = [];
let dataDir: Awaited<ReturnType<typeof aDataDir>>;
let models: LoadedModels;
let time: VirtualTime;
let backup: TestDatabase;
/** Lines of the day that were in the database when it was lost. */
let lost: string[];
let saved: string;

const create = async (database: Promise<TestDatabase>): Promise<TestDatabase> => {
  databases.push(await database);
  return database;
};

/** The product on a database and the data folder, without its engine. */
const start = ({ db }: TestDatabase, folder = dataDir.path): Promise<TestRecord> =>
  createTestRecord({ db, dataDir: folder, metadata: models.metadata });

async function stop(one: TestRecord): Promise<void> {
  await one.record.stop();
  await one.app.close();
}

/** A day whose first minutes are in a backup, and whose next minutes are not. */
beforeAll(async () => {
  dataDir = await aDataDir();
  models = await loadModels(new URL('../../models/', import.meta.url));
  time = createVirtualTime(midnight - 3 * minuteMs - 20_000);
  const database = await create(createTestDatabase());
  await runShadowEngine({ db: database.db, models, symbols, time }, 12);
  const one = await start(database);
  await one.get('/api/record/proof/0');
  backup = await create(copyTestDatabase(database));
  await runShadowEngine({ db: database.db, models, symbols, time }, 15);
  await one.get(`/api/record/proof/${(await one.api.readHead()).size}`);
  saved = join(dataDir.path, 'saved.txt');
  writeFileSync(saved, (await getHead(one)).note);
  lost = (await database.db.select().from(minuteBars)).map(({ line }) => line);
  await stop(one);
});

afterAll(async () => {
  for (const database of databases) await database.close();
  await dataDir.remove();
});

function verify(address: string): Promise<{ code: number | null; output: string }> {
  const { INIT_CWD: _calledIn, npm_lifecycle_event: _task, ...env } = process.env;
  const path = fileURLToPath(new URL('../../scripts/verify-record.ts', import.meta.url));
  const at = new Date(time.clock.now()).toISOString();
  const args = [path, address, '--at', at, '--since', saved, '--recompute', day];
  const child = spawn(process.execPath, args, { env });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, output })));
}

/** Restores the backup beside a data folder, goes on for some minutes, and publishes the day. */
async function restore(folder: string): Promise<{ one: TestRecord; published: string[] }> {
  const database = await create(copyTestDatabase(backup));
  const one = await start(database, folder);
  await runShadowEngine({ db: database.db, models, symbols, time }, 8);
  await one.get(`/api/record/proof/${(await one.api.readHead()).size}`);
  one.time.advance(midnight + dayMs + 30 * minuteMs - one.time.clock.now());
  await one.record.start();
  one.time.advance(2 * minuteMs);
  const bytes = await vi.waitFor(
    async () => {
      const found = await one.get(`/api/record/bars/${day}`);
      expect(found.status).toBe(200);
      return found.bytes;
    },
    { timeout: 20_000 },
  );
  return { one, published: gunzipSync(bytes).toString().trim().split('\n') };
}

const replayed = ({ logged }: TestRecord) => logged.find(({ msg }) => msg.includes('the journal completed it'));

it('F54 a day restored from a backup and the journal is recomputed to the bit', async () => {
  const folder = join(dataDir.path, 'restored');
  cpSync(join(dataDir.path, 'record'), join(folder, 'record'), { recursive: true });
  const [journal = ''] = globSync(join(folder, `record/*/${day}.bars.ndjson`));
  // Of a minute that was never signed.
  appendFileSync(journal, '\n{"feed":"simulated:1","minute":"2026-03');
  const { one, published } = await restore(folder);
  expect(replayed(one)).toMatchObject({ withoutBars: 0 });
  expect(published).toEqual(expect.arrayContaining(lost.filter((line) => line.includes(`"minute":"${day}`))));
  expect(published.join('').match(/\["start",/g)?.length).toBeGreaterThanOrEqual(3);
  expect(await getReady(one)).toBe('ok');
  const { code, output } = await verify(await one.app.listen({ port: 0, host: '127.0.0.1' }));
  expect(output).toContain(`holds  ${published.length} minutes with`);
  expect(output).toContain('All checks passed.');
  expect(code).toBe(0);
  await stop(one);
});

it('F54 without the journal of its bars the log counts their minutes, and the day cannot be recomputed', async () => {
  const folder = join(dataDir.path, 'without-bars');
  cpSync(join(dataDir.path, 'record'), join(folder, 'record'), { recursive: true });
  for (const journal of globSync(join(folder, 'record/*/*.bars.ndjson'))) rmSync(journal);
  const { one } = await restore(folder);
  expect(replayed(one)).toMatchObject({ withoutBars: 15 });
  const { code, output } = await verify(await one.app.listen({ port: 0, host: '127.0.0.1' }));
  expect(output).toMatch(/FAILS {2}leaf \d+ names bars that are not published/);
  expect(code).toBe(1);
  await stop(one);
});

it('F54 keeps the journal of a day as long as its rows, and writes what it lacks again', async () => {
  const folder = join(dataDir.path, 'kept');
  cpSync(join(dataDir.path, 'record'), join(folder, 'record'), { recursive: true });
  const [journal = ''] = globSync(join(folder, `record/*/${day}.bars.ndjson`));
  rmSync(journal);
  const database = await create(copyTestDatabase(databases[0] ?? backup));
  const one = await start(database, folder);
  await one.record.start();
  one.time.advance(secondMs);
  const written = (): string[] => (existsSync(journal) ? readFileSync(journal, 'utf8').trim().split('\n') : []);
  await vi.waitFor(() => expect(written().length).toBeGreaterThan(2), { timeout: 20_000 });
  const [first = '', second = ''] = written();
  expect(lost).toEqual(expect.arrayContaining([first, second]));
  one.time.advance(midnight + dayMs + hourMs - one.time.clock.now());
  await vi.waitFor(() => expect(existsSync(`${journal}.gz`)).toBe(true), { timeout: 20_000 });
  expect(existsSync(journal)).toBe(true);
  await database.db.delete(minuteBars);
  one.time.advance(hourMs + secondMs);
  await vi.waitFor(() => expect(existsSync(journal)).toBe(false), { timeout: 20_000 });
  await stop(one);
});
