import { afterAll, beforeAll, expect, test } from 'vitest';
import { seedTokens, seedUsers } from '#bench/setup/seed-users.ts';
import { freePort } from '#server/database/embedded/postgres-server.ts';
import { type Product, startProduct } from '#tests/support/product.ts';
import { createTestDatabase } from '#tests/support/test-database.ts';
import { sharedByTests } from '#tests/support/shared-by-tests.ts';

const heapMb = 128;
const secret = 'd59ee2c2a1f1a5c3b3f5fba1bd0a2ee8c7b4d1f06a3985e20c7b164f9d83a5be';
const usersAtOnce = 20;
const rounds = 3;

const database = sharedByTests(createTestDatabase);
let product: Product;
let metrics: string;
beforeAll(async () => {
  const port = await freePort();
  metrics = `http://127.0.0.1:${port}/metrics`;
  product = await startProduct({
    DATABASE_URL: database.url,
    DEMO: 'on',
    SECRET: secret,
    NODE_OPTIONS: `--max-old-space-size=${heapMb}`,
    METRICS_PORT: String(port),
    RATE_LIMIT_PER_MINUTE: '0',
    THIN_HOURS: 'include',
  });
});
afterAll(() => product.stop());

const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });

/** A stream that ends after its first bytes, and a request for a signal beside it. */
async function visit(token: string): Promise<void> {
  const abort = new AbortController();
  const stream = await fetch(product.url + '/api/events', { ...bearer(token), signal: abort.signal });
  await stream.body?.getReader().read();
  const signal = await fetch(`${product.url}/python_api/signal/manual?symbol=EURUSD`, bearer(token));
  await signal.arrayBuffer();
  expect([200, 404, 409, 503]).toContain(signal.status);
  abort.abort();
}

async function getValue(name: string): Promise<number> {
  const text = await (await fetch(metrics)).text();
  return Number(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, 'm').exec(text)?.[1]);
}

test(`F41: with ${heapMb} MB of heap the product serves changing users, and releases what they used`, async () => {
  for (let round = 0; round < rounds; round += 1) {
    const tokens = await seedTokens(database.db, await seedUsers(database.db, usersAtOnce), secret);
    await Promise.all(tokens.map(visit));
  }
  while ((await getValue('kurs_streams')) > 0);
  expect(await getValue('kurs_nodejs_heap_size_used_bytes')).toBeLessThan(heapMb * 2 ** 20);
  expect(product.output()).not.toContain('MaxListenersExceededWarning');
  expect(product.process.exitCode).toBeNull();
});
