import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabaseCheck } from '#server/database/open-database.ts';
import { connectDatabase, type DatabaseConnection } from '#server/database/connection.ts';
import { mailModule } from '#server/modules/mail/module.ts';
import { createChaosProxy } from '#tests/support/network/chaos-proxy.ts';
import { only } from '#tests/support/only.ts';
import { testPlatform } from '#tests/support/test-platform.ts';
import { createTestApp } from '#tests/support/test-app.ts';
import { createTestDatabase } from '#tests/support/test-database.ts';
import { sharedByTests } from '#tests/support/shared-by-tests.ts';

const database = sharedByTests(createTestDatabase);
const proxy = sharedByTests(() => createChaosProxy(database.url));
let connection: DatabaseConnection;
let checking: ReturnType<typeof createDatabaseCheck>;
let app: FastifyInstance;
let now = 0;

beforeAll(async () => {
  connection = connectDatabase({ url: proxy.url, onIdleError: () => {}, maxConnections: 2 });
  const { db } = connection;
  const module: FastifyPluginAsyncZod = async (routes) => {
    routes.get('/api/with-database', async () => (await db.execute(sql`select 1 as one`)).rows[0]);
    routes.get('/api/without-database', async () => ({ price: 1.1 }));
  };
  const clock = { now: () => now };
  checking = createDatabaseCheck({ url: proxy.url, onIdleError: () => {} });
  const platform = testPlatform({ db }, { clock });
  const mail = mailModule({ ...platform, deliveries: only({ isSendingMail: true }) });
  const readiness = [{ name: 'database' as const, check: checking.check }, ...(mail.readiness ?? [])];
  app = await createTestApp({ routes: [module], clock, readiness });
});
afterAll(async () => {
  await app.close();
  await checking.close();
  await connection.close();
});

test('F24: during a database outage its calls are rejected with a retry time, the others are answered', async () => {
  expect((await app.inject('/api/with-database')).statusCode).toBe(200);
  proxy.cut();
  for (let call = 0; call < 3; call++) {
    const refused = await app.inject('/api/with-database');
    expect([refused.statusCode, refused.json().code, refused.headers['retry-after']]).toEqual([
      503,
      'database_unavailable',
      '5',
    ]);
  }
  expect((await app.inject('/api/without-database')).json()).toEqual({ price: 1.1 });
  expect((await app.inject('/api/ready')).json()).toEqual({
    ready: false,
    checks: [
      { name: 'database', state: 'down' },
      { name: 'mail', state: 'degraded' },
    ],
  });
  expect((await app.inject('/api/health')).statusCode).toBe(200);
});

test('F24: once it is back everything recovers without intervention', async () => {
  proxy.restore();
  expect((await app.inject('/api/with-database')).json()).toEqual({ one: 1 });
  now += 5_000;
  expect((await app.inject('/api/ready')).statusCode).toBe(200);
});

test('F25: a request without a free connection is rejected instead of queued', async () => {
  const held = await Promise.all([connection.pool.connect(), connection.pool.connect()]);
  const refused = await Promise.all([1, 2, 3, 4, 5].map(() => app.inject('/api/with-database')));
  expect(refused.map((answer) => answer.statusCode)).toEqual([503, 503, 503, 503, 503]);
  expect(connection.pool.waitingCount).toBe(0);
  for (const client of held) client.release();
  expect((await app.inject('/api/with-database')).statusCode).toBe(200);
});

const getStates = async () => {
  now += 5_000;
  const answer = await app.inject('/api/ready');
  const { checks } = answer.json<{ checks: { state: string }[] }>();
  return [answer.statusCode, ...checks.map(({ state }) => state)];
};

test('F25: a database that takes two seconds a query is degraded, and the product stays ready', async () => {
  proxy.delay(2_000);
  expect(await getStates()).toEqual([200, 'degraded', 'ok']);
});

test('F25: while it is slow, requests beyond the connections are rejected and none are left waiting', async () => {
  proxy.delay(1_500);
  const slow = [1, 2].map(() => connection.pool.query('select 1'));
  const [states, ...refused] = await Promise.all([
    getStates(),
    ...[1, 2, 3].map(() => app.inject('/api/with-database')),
  ]);
  expect(states).toEqual([200, 'degraded', 'degraded']);
  expect(refused.map((answer) => answer.statusCode)).toEqual([503, 503, 503]);
  expect(connection.pool.waitingCount).toBe(0);
  expect((await Promise.all(slow)).map(({ rowCount }) => rowCount)).toEqual([1, 1]);
});

test('F25: once it answers at once again everything recovers without intervention', async () => {
  proxy.restore();
  expect(await getStates()).toEqual([200, 'ok', 'ok']);
  expect((await app.inject('/api/with-database')).json()).toEqual({ one: 1 });
});
