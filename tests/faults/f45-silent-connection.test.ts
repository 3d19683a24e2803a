import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import { databaseTimeouts } from '#server/database/connection-settings.ts';
import { connectDatabase, type DatabaseConnection, inTransaction } from '#server/database/connection.ts';
import { groupCalls } from '#server/database/group-calls.ts';
import { isDatabaseUnavailable } from '#server/database/connection-errors.ts';
import { orderWrites } from '#server/database/locks.ts';
import { createJobs } from '#server/jobs/jobs.ts';
import { createChaosProxy } from '#tests/support/network/chaos-proxy.ts';
import { createTestApp } from '#tests/support/test-app.ts';
import { createTestDatabase } from '#tests/support/test-database.ts';
import { sharedByTests } from '#tests/support/shared-by-tests.ts';

/** The timeouts of the product, shortened. */
const timeouts = { connect: 1_000, lock: 700, statement: 850, answer: 1_000, idleInTransaction: 850 };

const database = sharedByTests(createTestDatabase);
const proxy = sharedByTests(() => createChaosProxy(database.url));
let connection: DatabaseConnection;
let app: FastifyInstance;
let writeInGroup: (value: number) => Promise<number>;

beforeAll(async () => {
  connection = connectDatabase({ url: proxy.url, onIdleError: () => {}, maxConnections: 4, timeouts });
  const write = groupCalls({
    call: (group: readonly number[]) =>
      inTransaction(connection.db, async ({ tx }) => {
        await orderWrites(tx);
        return group;
      }),
  });
  writeInGroup = (value) => write(value);
  app = await createTestApp({
    routes: [
      async (routes) => void routes.get('/api/with-database', () => writeInGroup(1).then((value) => ({ value }))),
    ],
  });
});
afterAll(async () => {
  await app.close();
  await connection.close();
});
beforeEach(() => proxy.restore());

const one = () => connection.db.execute(sql`select 1 as one`);

/** Leaves `count` idle connections in the pool. */
async function fillPool(count: number): Promise<void> {
  const clients = await Promise.all(Array.from({ length: count }, () => connection.pool.connect()));
  for (const client of clients) client.release();
}

/**
 * Retries until the server has ended the transactions of the silent connections; only the timeouts
 * end them.
 */
async function untilWritten(): Promise<number> {
  for (let attempt = 1; ; attempt++) {
    try {
      await writeInGroup(attempt);
      return attempt;
    } catch (error) {
      if (!isDatabaseUnavailable(error) || attempt === 10) throw error;
    }
  }
}

const openTransactions = async (): Promise<number> => {
  const text = `select 1 from pg_stat_activity where datname = current_database() and state like 'idle in%'`;
  return (await database.pool.query(text)).rows.length;
};

describe('F45: while a connection is silent', () => {
  it('its query is rejected as if the database were down, together with the queries on every other silent connection', async () => {
    await fillPool(4);
    proxy.silence();
    const refused = await Promise.allSettled([
      one(),
      one(),
      inTransaction(connection.db, one),
      inTransaction(connection.db, one),
    ]);
    for (const result of refused)
      expect(result.status === 'rejected' && isDatabaseUnavailable(result.reason)).toBe(true);
    expect(connection.pool.totalCount).toBe(0);
  });

  it('a request gets 503, and its result once the network is back', async () => {
    await fillPool(2);
    proxy.silence();
    const refused = await app.inject('/api/with-database');
    expect([refused.statusCode, refused.json().code]).toEqual([503, 'database_unavailable']);
    proxy.restore();
    expect((await app.inject('/api/with-database')).json()).toEqual({ value: 1 });
  });

  it('a transaction that holds the lock of ordered writes releases it, and the next writer continues', async () => {
    await writeInGroup(0);
    const holds = inTransaction(connection.db, async ({ tx }) => {
      await orderWrites(tx);
      proxy.silence();
      await tx.execute(sql`select 1`);
    });
    await expect(holds).rejects.toSatisfy(isDatabaseUnavailable);
    expect(await openTransactions()).toBeLessThanOrEqual(1);
    proxy.restore();
    await untilWritten();
    expect(connection.pool.totalCount).toBe(connection.pool.idleCount);
  });

  it('a job is processed once the network is back', async () => {
    const { promise: worked, resolve } = Promise.withResolvers<object>();
    const log = { error: () => {}, warn: () => {} } as never;
    const jobs = createJobs({ url: proxy.url, log, timeouts });
    const direct = createJobs({ url: database.url, log });
    await jobs.start(['silent']);
    await direct.start([]);
    await jobs.work('silent', async (data) => resolve(data));
    proxy.silence();
    await expect(jobs.send(null, 'silent', { n: 1 })).rejects.toSatisfy(isDatabaseUnavailable);
    proxy.restore();
    await direct.send(null, 'silent', { n: 2 });
    expect(await worked).toEqual({ n: 2 });
    await direct.stop();
    await jobs.stop();
  });
});

describe('F45: a connection closed by the server', () => {
  it('between two statements rejects the transaction, and the process continues', async () => {
    const ended = new Promise<void>((resolve) => {
      connection.pool.once('acquire', (client) => void client.once('end', resolve));
    });
    const broken = inTransaction(connection.db, async ({ tx }) => {
      const { rows } = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
      await database.pool.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
      await ended;
      await tx.execute(sql`select 1`);
    });
    await expect(broken).rejects.toSatisfy(isDatabaseUnavailable);
    await one();
  });
});

test('F45: the server cancels a statement that takes too long, and its connection stays open', async () => {
  await fillPool(1);
  const { totalCount } = connection.pool;
  const slow = inTransaction(connection.db, ({ tx }) => tx.execute(sql`select pg_sleep(60)`));
  await expect(slow).rejects.toMatchObject({ cause: { code: '57014' } });
  expect(connection.pool.totalCount).toBe(totalCount);
});

test('F45: the timeouts fire within ten seconds, on the server before the client', () => {
  const { connect, lock, statement, answer, idleInTransaction } = databaseTimeouts;
  // Covers a writer that waits for the last lock of a silent transaction, and one that was the last
  // to use a silent connection.
  expect(idleInTransaction + lock).toBeLessThan(10_000);
  expect(answer + connect).toBeLessThan(10_000);
  expect([lock, statement, answer]).toEqual([lock, statement, answer].toSorted((a, b) => a - b));
});
