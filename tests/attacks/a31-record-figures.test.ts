import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signals } from '#server/database/schema.ts';
import { createOwnSignals } from '#server/modules/signals/own-signals.ts';
import { simulateRecord, type SimulatedSignal } from '#tests/support/record/simulated-record.ts';
import { countAll } from '#tests/support/test-figures.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { aDataDir, createTestRecord, type TestRecord } from '#tests/support/record/test-record.ts';

let database: TestDatabase;
let dataDir: Awaited<ReturnType<typeof aDataDir>>;
let one: TestRecord;
let simulated: SimulatedSignal[];

beforeAll(async () => {
  database = await createTestDatabase();
  dataDir = await aDataDir();
  one = await createTestRecord({ db: database.db, dataDir: dataDir.path });
  simulated = await simulateRecord(database.db, { count: 1_500, open: 3 });
  // Restores the settled signals to their user's lists; a user may have only one open signal.
  await database.pool.query(`update signals set deleted_at = null where status = 'settled'`);
  await countAll(database.db);
  await one.get('/api/record/proof/0');
});
afterAll(async () => {
  await one?.record.stop();
  await one?.app.close();
  await database?.close();
  await dataDir?.remove();
});

const everything = async () => ({
  figures: (await one.get('/api/record/models')).body,
  leaves: [(await one.get('/api/record?limit=1000')).body, (await one.get('/api/record?from=1000&limit=1000')).body],
  checkpoint: (await one.get('/api/record/checkpoint')).body,
});

describe('A31 a user who removes every loss from the lists', () => {
  it('changes no figure, no leaf and no checkpoint of the record', async () => {
    const before = await everything();
    const losers = simulated.filter(({ result }) => result === 'unsuccessful');
    expect(losers.length).toBeGreaterThan(500);
    const [row] = await database.db.select({ userId: signals.userId }).from(signals).limit(1);
    const { db } = database;
    const findUser = async () => undefined;
    const own = createOwnSignals({ db, clock: Date, marketClock: one.time.clock, findUser });
    for (const { id } of losers) await own.deleteSignal(row?.userId ?? '', id);
    const gone = await database.db.select().from(signals).where(eq(signals.result, 'unsuccessful'));
    expect(gone.every(({ deletedAt }) => deletedAt !== null)).toBe(true);
    expect(await everything()).toEqual(before);
  });
});

describe('A31 an attacker with write access to the database', () => {
  it.each([
    ['update record_nodes set hash = hash'],
    ['delete from record_nodes'],
    ['truncate record_nodes'],
    ['update record_checkpoints set note = note'],
    ['delete from record_checkpoints'],
    ['truncate record_checkpoints'],
    ['update record_keys set public_key = public_key'],
    ['delete from record_keys'],
    ['truncate record_keys'],
  ])('cannot execute: %s', async (statement) => {
    const before = await everything();
    await expect(database.pool.query(statement)).rejects.toThrow('append-only');
    expect(await everything()).toEqual(before);
  });

  it('cannot add a second key', async () => {
    const second = `insert into record_keys select 2, name, public_key, sealed, created_at from record_keys`;
    await expect(database.pool.query(second)).rejects.toThrow('record_keys__only_one');
  });
});

describe('A31 an attacker who trades on other users’ signals', () => {
  it('finds the hash of a live signal in the record and cannot derive its content, even by guessing', async () => {
    const live = simulated.filter(({ result }) => result === null);
    await database.db
      .update(signals)
      .set({ expiresAt: new Date(one.time.clock.now() + 1) })
      .where(eq(signals.status, 'live'));
    expect(live).toHaveLength(3);
    for (const { id, leaf } of live) {
      const { index, leafHash } = JSON.parse((await one.get(`/api/record/proof/${id}`)).body) as {
        index: number;
        leafHash: string;
      };
      const page = await one.get(`/api/record?from=${index}&limit=1`);
      const [item] = (JSON.parse(page.body) as { items: object[] }).items;
      expect(item).toEqual({ index, kind: 'signal', at: leaf.issuedAt, leafHash });
      expect(page.body).not.toContain(leaf.nonce);
    }
    one.time.advance(1);
    const [first] = live;
    const { index } = JSON.parse((await one.get(`/api/record/proof/${first?.id}`)).body) as { index: number };
    const opened = JSON.parse((await one.get(`/api/record?from=${index}&limit=1`)).body) as { items: object[] };
    expect(opened.items[0]).toMatchObject({ leaf: first?.leaf });
  });
});
