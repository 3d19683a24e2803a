import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { signals } from '#server/database/schema.ts';
import { simulateRecord } from '#tests/support/record/simulated-record.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { aDataDir } from '#tests/support/record/test-record.ts';
import { dayMs } from '#domain/time.ts';
import { createExportDays } from './export-days.ts';
import { openRecordKey, type RecordKey } from '../sign/record-key.ts';
import { createSignRecord } from '../sign/sign-record.ts';

const start = Date.parse('2026-03-02T10:00:00.000Z');

let database: TestDatabase;
let dataDir: Awaited<ReturnType<typeof aDataDir>>;
let key: RecordKey;
let sign: () => Promise<unknown>;
let now: number;
const clock = { now: () => now };

beforeEach(async () => {
  [database, dataDir, now] = [await createTestDatabase(), await aDataDir(), start];
  key = await openRecordKey({ db: database.db, secret: 'of a test', name: 'kurs.example/record', clock });
  const noteFile = { read: async () => null, save: async () => undefined };
  sign = createSignRecord({ db: database.db, key, noteFile, clock, signal: new AbortController().signal });
});
afterEach(async () => {
  await database.close();
  await dataDir.remove();
});

const exporter = (folder = dataDir.path) =>
  createExportDays({
    db: database.db,
    folder,
    vkey: 'the key',
    clock,
    marketClock: clock,
  });

const toLines = async (day: string): Promise<Record<string, unknown>[]> =>
  gunzipSync(await readFile(join(dataDir.path, `${day}.ndjson.gz`)))
    .toString()
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

it('joins days without gap or overlap, and writes no file for one without a signature', async () => {
  await sign();
  await simulateRecord(database.db, { count: 3 });
  await sign();
  now += 2 * dayMs;
  await simulateRecord(database.db, { count: 2, seed: 2 });
  await sign();
  now += dayMs;
  expect(await exporter()()).toEqual(['2026-03-02', '2026-03-04']);
  const [first, second] = [await toLines('2026-03-02'), await toLines('2026-03-04')];
  expect(first[0]).toMatchObject({ day: '2026-03-02', from: 0, to: 6, edge: [], opening: null });
  expect(second[0]).toMatchObject({ day: '2026-03-04', from: 6, to: 10, opening: first[0]?.['closing'] });
  const indexes = [...first.slice(1), ...second.slice(1)].map(({ index }) => index);
  expect(indexes).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect(await exporter()()).toEqual([]);
});

it('does not write a day that is not over', async () => {
  await simulateRecord(database.db, { count: 1 });
  await sign();
  now = Date.parse('2026-03-02T23:59:59.999Z');
  expect(await exporter()()).toEqual([]);
  now += 1;
  expect(await exporter()()).toEqual(['2026-03-02']);
});

it('waits until the last signal of a day is open, and leaves nothing behind meanwhile', async () => {
  await simulateRecord(database.db, { count: 2, open: 1 });
  await sign();
  now += dayMs;
  await database.db
    .update(signals)
    .set({ expiresAt: new Date(now + 1) })
    .where(eq(signals.status, 'live'));
  expect(await exporter()()).toEqual([]);
  expect(await readdir(dataDir.path)).toEqual([]);
  now += 1;
  expect(await exporter()()).toEqual(['2026-03-02']);
  expect((await toLines('2026-03-02')).every((line) => 'format' in line || 'leaf' in line)).toBe(true);
});

it('rewrites a lost file identically, and retries one that cannot be written', async () => {
  await simulateRecord(database.db, { count: 20 });
  await sign();
  now += dayMs;
  await exporter()();
  const path = join(dataDir.path, '2026-03-02.ndjson.gz');
  const before = await readFile(path);
  await rm(path);
  expect(await exporter()()).toEqual(['2026-03-02']);
  expect(await readFile(path)).toEqual(before);

  const blocked = join(dataDir.path, 'a-file');
  await writeFile(blocked, '');
  await expect(exporter(blocked)()).rejects.toThrow('EEXIST');
  await rm(blocked);
  await mkdir(blocked);
  expect(await exporter(blocked)()).toEqual(['2026-03-02']);
});
