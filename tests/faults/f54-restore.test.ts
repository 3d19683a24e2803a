import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { RecordPage } from '#contract/record/record.ts';
import { dayMs, minuteMs } from '#domain/time.ts';
import type { MinutePricesLeaf } from '#record/leaf.ts';
import { connectDatabase, type Database } from '#server/database/connection.ts';
import { startEmbeddedPostgres } from '#server/database/embedded/embedded-postgres.ts';
import { migrateDatabase } from '#server/database/migrate-database.ts';
import { recordProofs } from '#server/database/tables/record-sums-tables.ts';
import { recordFeeds } from '#server/database/tables/record-tables.ts';
import { recordLeaves, signals } from '#server/database/schema.ts';
import { shadowMinutes } from '#server/database/tables/shadow-tables.ts';
import { appendLeaves } from '#server/modules/record/append/append-leaves.ts';
import { gapLeaves } from '#server/modules/shadow/gap-leaves.ts';
import { insertMinute } from '#server/modules/shadow/shadow-minutes.repository.ts';
import { issuedAt } from '#tests/support/a-signal.ts';
import { memoryFolder } from '#tests/support/network/memory-folder.ts';
import { listFatal, getHead, getReady, setupSecret } from '#tests/support/record/record-setup.ts';
import { type SimulatedSignal, simulateRecord } from '#tests/support/record/simulated-record.ts';
import { createTestRecord, type TestRecord } from '#tests/support/record/test-record.ts';

// The drill of docs/operating.md: an embedded cluster, backed up by copying its folder.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

/** Its prices and forecasts are not those of one market, which only a replay may do. */
const feed = 'replay:2026-03-02T09:00:00.000Z';
const iso = (at: number): string => new Date(at).toISOString();
const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

let root: string;
let dataDir: string;
/** Of two signals that were open when the backup was made. */
let [settledLater, stillLive]: SimulatedSignal[] = [];
let stop: () => Promise<void> = async () => undefined;

beforeAll(async () => {
  root = mkdtempSync(join(memoryFolder(), 'kurs-restore-'));
  dataDir = join(root, 'data');
  mkdirSync(dataDir);
  for (const folder of [root, dataDir]) chmodSync(folder, 0o711);
  const { one, db } = await start();
  const simulated = await simulateRecord(db, { feed, count: 40, open: 2, isComplete: true });
  [settledLater, stillLive] = simulated.filter(({ result }) => result === null);
  await sign(one);
  await stop();
  copy(cluster(), join(root, 'backup'));
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
const restoreBackup = (): void => {
  rmSync(cluster(), { recursive: true });
  copy(join(root, 'backup'), cluster());
};

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

const listItems = async (one: TestRecord) =>
  RecordPage.parse(JSON.parse((await one.get('/api/record?limit=1000')).body)).items;

async function sign(one: TestRecord): Promise<{ size: number; note: string }> {
  const { size } = RecordPage.parse(JSON.parse((await one.get('/api/record?limit=1')).body));
  expect((await one.get(`/api/record/proof/${size - 1}`)).status).toBe(200);
  return getHead(one);
}

/** A minute in shadow; returns what settles it. */
async function stateMinute(db: Database, id: string, at: number): Promise<MinutePricesLeaf> {
  const leaf = {
    form: 'minute/1',
    feed,
    inTurn: 'EURUSD',
    issuedAt: iso(at),
    nonce: id.replaceAll('-', ''),
    forecasts: ['kurs_ai_v1 test EURUSD:2:BUY:56.1:ts EURUSD:5:SELL:51.2:t'],
  } as const;
  return db.transaction(async (tx) => {
    const [row] = await appendLeaves(tx, [{ kind: 'forecast', signalId: id, at: new Date(at), leaf }]);
    const dueAt = new Date(at + 10 * minuteMs + 5_000);
    await insertMinute(tx, { id, feed, issuedAt: new Date(at), dueAt, leaf: row?.leaf, leafHash: row?.leafHash });
    const prices = ['EURUSD 0 1.1 137', 'EURUSD 2 1.1001 120100', 'EURUSD 5 1.1002 299000'];
    return { form: 'minute-prices/1', forecast: row?.leafHash.toString('hex') ?? '', prices };
  });
}

const [settledMinute, openMinute] = ['00000000-0000-8000-8000-000000000001', '00000000-0000-8000-8000-000000000002'];

/** What happens after the backup: gaps, minutes, signals, outcomes; one of a signal from before it. */
async function goOn(db: Database, open: SimulatedSignal): Promise<void> {
  await db.transaction(async (tx) => {
    const gap = { from: issuedAt - minuteMs, to: issuedAt + 4 * minuteMs, at: new Date(issuedAt + 4 * minuteMs) };
    const outcome = {
      signal: open.id,
      result: open.leaf.direction === 'BUY' ? 'successful' : 'unsuccessful',
      openPrice: 1.1,
      openedAt: iso(Date.parse(open.leaf.issuedAt) + 200),
      closePrice: 1.1001,
      closingTickAt: iso(Date.parse(open.leaf.issuedAt) + 200 + 3 * minuteMs - 100),
      expiresAt: iso(Date.parse(open.leaf.issuedAt) + 200 + 3 * minuteMs),
    } as const;
    await appendLeaves(tx, [
      ...gapLeaves(feed, gap, () => 'no_forecast'),
      { kind: 'outcome', signalId: open.id, at: new Date(issuedAt + 4 * minuteMs), leaf: outcome },
    ]);
  });
  const prices = await stateMinute(db, settledMinute, issuedAt + 5 * minuteMs + 650);
  await stateMinute(db, openMinute, issuedAt + 6 * minuteMs + 650);
  await simulateRecord(db, {
    feed,
    count: 5,
    open: 2,
    seed: 3,
    from: issuedAt + 6 * minuteMs + 1_000,
    isComplete: true,
  });
  await db.transaction((tx) =>
    appendLeaves(tx, [
      { kind: 'outcome', signalId: settledMinute, at: new Date(issuedAt + 10 * minuteMs), leaf: prices },
    ]),
  );
}

it('F54 continues without a fork from an older backup and the journal', async () => {
  if (!settledLater || !stillLive) throw new Error('no open signals');
  const second = await start();
  await goOn(second.db, settledLater);
  const signed = await sign(second.one);
  const before = { items: await listItems(second.one), feeds: await second.db.select().from(recordFeeds) };
  await stop();

  restoreBackup();
  const { one, db } = await start();
  expect(one.logged).toContainEqual(
    expect.objectContaining({ leaves: before.items.length - 78, voided: 2, msg: expect.stringContaining('journal') }),
  );
  const items = await listItems(one);
  expect(items.slice(0, signed.size)).toEqual(before.items);
  expect(items.slice(signed.size).map(({ leaf }) => leaf?.['reason'])).toEqual(['feed_gap', 'feed_gap']);
  expect(await db.select().from(recordFeeds)).toEqual(before.feeds);

  const rows = await db.select().from(signals).where(eq(signals.id, settledLater.id));
  const result = settledLater.leaf.direction === 'BUY' ? 'successful' : 'unsuccessful';
  expect(rows).toMatchObject([{ status: 'settled', result, closePrice: 1.1001 }]);
  expect(await db.select().from(signals).where(eq(signals.id, stillLive.id))).toMatchObject([{ status: 'live' }]);
  const minutes = await db.select().from(shadowMinutes).orderBy(shadowMinutes.issuedAt);
  expect(minutes.map(({ id, settledAt, leaf }) => [id, settledAt === null, leaf === null])).toEqual([
    [settledMinute, false, true],
    [openMinute, true, false],
  ]);

  await simulateRecord(db, { feed, count: 2, seed: 4, from: issuedAt + 11 * minuteMs, isComplete: true });
  await sign(one);
  expect(await getReady(one)).toBe('ok');
  const saved = join(root, 'before.txt');
  writeFileSync(saved, signed.note);
  const output = await verify(one, '--since', saved, '--at', iso(issuedAt + 13 * minuteMs));
  expect(output).toContain(`the saved checkpoint of ${signed.size} leaves`);

  await stop();
  const replaced = await run('../../scripts/new-record.ts', '--reason', 'This record can be continued');
  expect(replaced).toEqual({ code: 2, output: expect.stringContaining('nothing was changed') });
});

it('F54 changes nothing when the journal ends before what was signed, and says so', async () => {
  restoreBackup();
  const [journal = ''] = globSync(join(dataDir, 'record/*/leaves.ndjson'));
  const lines = readFileSync(journal, 'utf8').split('\n');
  writeFileSync(journal, `${lines.slice(0, 85).join('\n')}\n`);
  const { one, db } = await start();
  expect(one.logged).toContainEqual(
    expect.objectContaining({ msg: expect.stringContaining(`the journal ${journal} ends after 85 leaves`) }),
  );
  expect(await db.$count(recordLeaves)).toBe(78);
  expect((await one.get('/api/record/proof/77')).status).toBe(200);
  const last = (await getHead(one)).size;
  await simulateRecord(db, { feed, count: 1, seed: 5, from: issuedAt + 8 * minuteMs, isComplete: true });
  await one.get('/api/record/proof/79');
  expect((await getHead(one)).size).toBe(last);
  expect(await getReady(one)).toBe('degraded');
});

it('F54 refuses to sign without the journal, and a new record names the last checkpoint of the old one', async () => {
  restoreBackup();
  for (const journal of globSync(join(dataDir, 'record/*/leaves.ndjson'))) rmSync(journal);
  const { one, db } = await start();
  const old = await getHead(one);
  expect(await getReady(one)).toBe('ok');
  await simulateRecord(db, { feed, count: 1, seed: 5, from: issuedAt + 8 * minuteMs, isComplete: true });
  await one.get('/api/record/proof/79');
  expect((await getHead(one)).size).toBe(old.size);
  expect(await getReady(one)).toBe('degraded');
  expect(listFatal(one)).toEqual([expect.stringMatching(/were signed; restore the journal .* or begin a new record/)]);
  const proofs = { feed, day: 20_514, model: 'kurs_ai_v2', countedTo: 40 } as const;
  await db
    .insert(recordProofs)
    .values({ ...proofs, signalsProven: 1, signalsUnproven: 0, minutesProven: 1, minutesUnproven: 0 });

  await stop();
  const reason = 'The disk with the journal was lost';
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
  expect(output).toMatch(/this record replaces kurs.example\/record, which had \d+ signed leaves .*journal was lost/);

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
