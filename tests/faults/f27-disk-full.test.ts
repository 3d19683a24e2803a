import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { seedTokens, seedUsers } from '#bench/setup/seed-users.ts';
import { connectDatabase, type DatabaseConnection } from '#server/database/connection.ts';
import { type Product, startProduct } from '#tests/support/product.ts';
import { describeWithSmallDisk, mountSmallDisk, type SmallDisk } from '#tests/support/network/small-disk.ts';

const SECRET = 'd59ee2c2a1f1a5c3b3f5fba1bd0a2ee8c7b4d1f06a3985e20c7b164f9d83a5be';

let disk: SmallDisk;
let product: Product;
let users: { readonly id: string; readonly token: string }[];
/** The signal that was issued once space was free again, and its user. */
let issued: { readonly id: string; readonly user: (typeof users)[number] };

const start = (): Promise<Product> =>
  startProduct(
    { DATA_DIR: disk.folder, SECRET, RATE_LIMIT_PER_MINUTE: '0', THIN_HOURS: 'include' },
    { within: disk.within },
  );

/** The embedded database, as its files say how to reach it. */
function connect(): DatabaseConnection {
  const [, , , port] = readFileSync(join(disk.outside, 'postgres/cluster/postmaster.pid'), 'utf8').split('\n');
  const password = readFileSync(join(disk.outside, 'postgres-password'), 'utf8').trim();
  return connectDatabase({ url: `postgres://kurs:${password}@127.0.0.1:${port}/kurs`, onIdleError: () => undefined });
}

async function get(path: string, { token }: (typeof users)[number]) {
  const answer = await fetch(product.url + path, { headers: { authorization: `Bearer ${token}` } });
  const isJson = answer.headers.get('content-type')?.includes('json');
  return { status: answer.status, headers: answer.headers, body: isJson ? await answer.json() : null };
}

/** A signal, or why not, once the market has a price and the models have forecast it. */
async function requestSignal(user: (typeof users)[number]) {
  for (;;) {
    const answer = await get('/python_api/signal/manual?symbol=EURUSD&interval=3', user);
    if (!['warming_up', 'feed_stale', 'no_signal', 'model_unavailable'].includes(answer.body.code)) return answer;
    // Leaves the processor to the product.
    await pause(50);
  }
}

/**
 * The first signal that the full disk kept from being stored, and its user. Those before it fitted into pages that
 * PostgreSQL has already: how many do depends on what it stored until now.
 */
async function refusedWrite(writers: typeof users) {
  for (const user of writers) {
    disk.fill();
    const answer = await requestSignal(user);
    if (answer.status !== 200 && (await isLoggedFull())) return { user, answer };
  }
  return expect.unreachable('every signal was stored');
}

/** The output comes by a pipe of its own, maybe after the answer; false: the write had another cause to fail. */
const isLoggedFull = (): Promise<boolean> =>
  vi.waitUntil(() => product.output().includes('No space left on device')).catch(() => false);

/** Uses up the write-ahead log that PostgreSQL has in reserve, as hours of writing would. */
async function exhaustLog(): Promise<void> {
  const { pool, close } = connect();
  const write = "select pg_logical_emit_message(true, 'x', repeat('x', 1000000))";
  const writing = async (): Promise<void> => {
    for (;;) await pool.query(write);
  };
  await expect(writing()).rejects.toThrow();
  await close();
}

describeWithSmallDisk('F27: while the disk is full', () => {
  beforeAll(async () => {
    disk = await mountSmallDisk(200);
    product = await start();
    const { db, close } = connect();
    const ids = await seedUsers(db, 40);
    const tokens = await seedTokens(db, ids, SECRET);
    users = ids.map((id, i) => ({ id, token: tokens[i] ?? '' }));
    await close();
  });
  afterAll(async () => {
    await product.stop();
    await disk.unmount();
  });

  test('what is only read is answered and writes rejected with a retry time, until space is freed', {
    timeout: 240_000,
  }, async () => {
    const [reader = expect.unreachable(), ...writers] = users;
    // A minute must have been stated: with a full disk none is, and without one nobody gets a signal.
    expect((await requestSignal(reader)).status).toBe(200);
    const refused = await refusedWrite(writers);
    expect([refused.answer.body.code, refused.answer.headers.get('retry-after')]).toEqual([
      'database_unavailable',
      '5',
    ]);
    for (const path of ['/python_api/price/EURUSD', '/api/record', '/api/record/figures'])
      expect([path, (await get(path, reader)).status]).toEqual([path, 200]);

    disk.free();
    const answer = await requestSignal(refused.user);
    expect(answer.status).toBe(200);
    issued = { id: answer.body.id, user: refused.user };
  });

  test('a database that cannot write its log ends the product and its start, and loses nothing', {
    timeout: 120_000,
  }, async () => {
    disk.fill();
    const ended = once(product.process, 'close');
    await exhaustLog();
    expect((await ended)[0]).toBe(1);
    expect(product.output()).toMatch(/The embedded database exited unexpectedly:[\s\S]*No space left on device/);
    await expect(start()).rejects.toThrow(/No space left on device|ENOSPC/);

    disk.free();
    product = await start();
    const { body } = await get(`/api/signal/user/${issued.user.id}`, issued.user);
    expect(JSON.stringify(body)).toContain(issued.id);
    expect((await get('/api/ready', issued.user)).body.ready).toBe(true);
  });
});
