import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectDatabase, type DatabaseConnection } from '#server/database/connection.ts';
import { type ChaosProxy, createChaosProxy } from '#tests/support/chaos-proxy.ts';
import { createTestApp } from '#tests/support/test-app.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';

let database: TestDatabase;
let proxy: ChaosProxy;
let connection: DatabaseConnection;
let app: FastifyInstance;
let now = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  proxy = await createChaosProxy(database.url);
  connection = connectDatabase({ url: proxy.url, onIdleError: () => {}, maxConnections: 2 });
  const { db } = connection;
  const module: FastifyPluginAsyncZod = async (routes) => {
    routes.get('/api/with-database', async () => (await db.execute(sql`select 1 as one`)).rows[0]);
    routes.get('/api/without-database', async () => ({ price: 1.1 }));
  };
  const check = async () => ((await db.execute(sql`select 1`)).rows.length === 1 ? ('ok' as const) : ('down' as const));
  const clock = { now: () => now };
  app = await createTestApp({ routes: [module], clock, readiness: [{ name: 'database', check }] });
});
afterAll(async () => {
  await app.close();
  await connection.close();
  await proxy.close();
  await database.close();
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
    checks: [{ name: 'database', state: 'down' }],
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
