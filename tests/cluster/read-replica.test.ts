import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { Readiness } from '#contract/health.ts';
import { SignalHistory } from '#contract/statistics.ts';
import { dataAsOfHeader } from '#contract/wire.ts';
import { connectDatabase } from '#server/database/connection.ts';
import { createReplicaReads, type ReplicaReads } from '#server/database/replica/choose-reads.ts';
import { type Replica, watchReplica } from '#server/database/replica/watch-replica.ts';
import { type ReplicatedDatabase, startReplicatedDatabase } from '#tests/support/database/start-replica.ts';
import { startProduct } from '#tests/support/product.ts';
import { aDataDir, createTestRecord, type TestRecord } from '#tests/support/record/test-record.ts';
import { createTestSignals, type SignalPerson, type TestSignals } from '#tests/support/test-signals.ts';
import { createVirtualTime } from '#tests/support/virtual-time.ts';
import { clusterSecret } from './start-cluster.ts';

/** Passes while the servers replay in real time; only the checks of the replica use it. */
const time = createVirtualTime(Date.now());
const logged: string[] = [];
const log = pino({ level: 'info' }, { write: (line: string) => void logged.push(JSON.parse(line).msg) });
const ends: (() => Promise<unknown>)[] = [];

let servers: ReplicatedDatabase;
let replica: Replica;
let reads: ReplicaReads;
let signals: TestSignals;
let record: TestRecord;
let me: SignalPerson;
let other: SignalPerson;

beforeAll(async () => {
  servers = await startReplicatedDatabase();
  ends.push(servers.stop);
  const connection = connectDatabase({ url: servers.url, onIdleError: () => undefined, maxConnections: 10 });
  const { db } = connection;
  replica = watchReplica({ url: servers.replicaUrl, primary: db, clock: time.clock, after: time.scheduler.after, log });
  replica.start();
  ends.push(replica.stop);
  reads = createReplicaReads(db, replica);
  signals = await createTestSignals({ open: async () => connection, reads });
  ends.push(signals.close);
  const folder = await aDataDir();
  ends.push(folder.remove);
  record = await createTestRecord({ db, dataDir: folder.path, reads });
  ends.push(() => record.app.close());
  me = await signals.person();
  other = await signals.person();
});
afterAll(async () => {
  for (const end of ends.toReversed()) await end();
});

const history = async (person: SignalPerson, query = '') => {
  const { headers, body } = await person.get(`/api/signal/user/history${query}`);
  return { asOf: headers[dataAsOfHeader], ids: SignalHistory.parse(JSON.parse(body)).items.map(({ id }) => id) };
};
const leaves = async (path = '/api/record') => {
  const { status, headers, body } = await record.get(path);
  return { status, asOf: headers[dataAsOfHeader], size: JSON.parse(body).size };
};
const fromReplica = { asOf: expect.stringMatching(/^\d{4}-.*Z$/) };
const fromPrimary = { asOf: undefined };

const waiting = { timeout: 20_000, interval: 100 };

/** Until it holds; a second passes for the checks of the replica before each try. */
const eventually = (assert: () => Promise<void> | void): Promise<void> =>
  vi.waitFor(
    async () => {
      time.advance(1_000);
      await assert();
    },
    { timeout: 20_000 },
  );

it('answers history, figures and the record from the replica, and says how old they may be', async () => {
  const { id } = await me.signal();
  // At once, from whichever database has it.
  expect((await history(me)).ids).toEqual([id]);
  await eventually(async () => expect(await history(me)).toEqual({ ...fromReplica, ids: [id] }));
  const csv = await me.get('/api/signal/user/history', { accept: 'text/csv' });
  expect([csv.headers[dataAsOfHeader], csv.body]).toEqual([fromReplica.asOf, expect.stringContaining(id)]);
  expect((await me.get('/api/signal/user/stats')).headers).toMatchObject({ [dataAsOfHeader]: fromReplica.asOf });

  expect((await record.get('/api/record/proof/0')).status).toBe(200);
  await eventually(async () => expect(await leaves()).toEqual({ status: 200, ...fromReplica, size: 1 }));
  for (const path of ['entries', 'models', 'overall', 'equity', 'tile/0/000.p/1'])
    expect((await record.get(`/api/record/${path}`)).headers, path).toMatchObject({
      [dataAsOfHeader]: fromReplica.asOf,
    });
});

it('reads from the primary what decides, proves, is of a signed size or is cached', async () => {
  for (const path of ['checkpoint', 'proof/0', 'newest', 'coverage', 'summary', 'models?size=1', 'overall?size=1']) {
    const { status, headers } = await record.get(`/api/record/${path}`);
    expect([status, headers[dataAsOfHeader]], path).toEqual([200, undefined]);
  }
  expect((await me.get(`/api/signal/user/${me.id}`)).headers).not.toHaveProperty(dataAsOfHeader);
});

it('shows a user each own change, and everybody what is signed, while the replica lacks it', async () => {
  const [kept] = (await history(me)).ids;
  await servers.pauseReplay();
  expect(await me.delete(`/api/signal/delete/${kept}`)).toMatchObject({ statusCode: 204 });
  expect(await history(me)).toEqual({ ...fromPrimary, ids: [] });
  const next = await other.signal();
  expect(await history(other)).toEqual({ ...fromPrimary, ids: [next.id] });
  // Nobody knows of its leaf before it is signed.
  expect(await leaves()).toEqual({ status: 200, ...fromReplica, size: 1 });
  expect((await record.get('/api/record/proof/1')).status).toBe(200);
  expect(await leaves()).toEqual({ status: 200, ...fromPrimary, size: 2 });
  // Others still read the replica.
  const third = await signals.person();
  expect(await history(third)).toEqual({ ...fromReplica, ids: [] });
});

it('does not read a replica that is more than ten seconds behind, says so once, and returns to it', async () => {
  const [{ check } = { check: () => 'down' }] = reads.readiness;
  expect(check()).toBe('ok');
  const third = await signals.person();
  await eventually(async () => expect(await history(third)).toEqual({ ...fromPrimary, ids: [] }));
  const before = reads.answers?.primary ?? 0;
  await eventually(async () => {
    expect(await history(third)).toEqual({ ...fromPrimary, ids: [] });
    expect(logged.filter((line) => line.startsWith('the read replica is behind'))).toHaveLength(1);
  });
  expect([check(), reads.answers?.primary]).toEqual(['degraded', expect.toSatisfy((count) => count > before)]);

  await servers.resumeReplay();
  await eventually(async () => expect(await history(me)).toEqual({ ...fromReplica, ids: [] }));
  await eventually(async () => expect(await leaves()).toEqual({ status: 200, ...fromReplica, size: 2 }));
  expect(check()).toBe('ok');
  expect(logged.filter((line) => line.startsWith('the read replica is behind'))).toHaveLength(1);
  expect(logged.filter((line) => line.endsWith('read from the read replica'))).toHaveLength(2);
});

it('is read by a product with DATABASE_READ_URL, which stays ready without it', async () => {
  const client = new pg.Client({ connectionString: servers.url });
  await client.connect();
  await client.query('create database product');
  await client.end();
  const toUrl = (url: string): string => Object.assign(new URL(url), { pathname: '/product' }).href;
  const product = await startProduct({
    DATABASE_URL: toUrl(servers.url),
    DATABASE_READ_URL: toUrl(servers.replicaUrl),
    SECRET: clusterSecret,
    DEMO: 'on',
  });
  try {
    const getReplica = async () => {
      const { headers } = await fetch(`${product.url}/api/record`);
      const { ready, checks } = Readiness.parse(await (await fetch(`${product.url}/api/ready`)).json());
      const state = checks.find(({ name }) => name === 'replica')?.state;
      return { ready, state, isRead: headers.has(dataAsOfHeader) };
    };
    await vi.waitFor(
      async () => expect(await getReplica()).toEqual({ ready: true, state: 'ok', isRead: true }),
      waiting,
    );
    await servers.stopReplica();
    await vi.waitFor(
      async () => expect(await getReplica()).toEqual({ ready: true, state: 'degraded', isRead: false }),
      waiting,
    );
    expect(product.output()).toContain('the read replica is behind or does not answer');
  } finally {
    await product.stop();
  }
});

it('answers from the primary when the replica has ended', async () => {
  expect(await history(me)).toEqual({ ...fromPrimary, ids: [] });
  expect(await leaves()).toEqual({ status: 200, ...fromPrimary, size: 2 });
  expect(replica.getReplayedUntil()).toBeNull();
  expect(logged.at(-1)).toMatch(/^the read replica is behind or does not answer/);
});
