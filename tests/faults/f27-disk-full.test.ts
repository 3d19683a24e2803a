import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiClient, signIn } from '#tests/support/api-client.ts';
import { type Product, startProduct } from '#tests/support/product.ts';
import { describeWithSmallDisk, mountSmallDisk, type SmallDisk } from '#tests/support/small-disk.ts';

let disk: SmallDisk;
let product: Product;
/** The signal that was issued once space was free again. */
let issued: string;

const start = (): Promise<Product> =>
  startProduct({ DATA_DIR: disk.folder, RATE_LIMIT_PER_MINUTE: '0', THIN_HOURS: 'include' }, disk.within);

const request = (api: ApiClient) => api.get('/python_api/signal/manual?symbol=EURUSD&interval=3');

/** Until the market has a price and the models have forecast it. */
async function firstAnswer(api: ApiClient) {
  for (;;) {
    const answer = await request(api);
    if (!['feed_stale', 'no_signal', 'model_unavailable'].includes(answer.body.code)) return answer;
  }
}

/** Uses up the write-ahead log that PostgreSQL has in reserve, as hours of writing would. */
async function exhaustLog(): Promise<void> {
  const [, , , port] = readFileSync(join(disk.outside, 'postgres/cluster/postmaster.pid'), 'utf8').split('\n');
  const password = readFileSync(join(disk.outside, 'postgres-password'), 'utf8').trim();
  const client = new pg.Client({ host: '127.0.0.1', port: Number(port), user: 'kurs', database: 'kurs', password });
  client.on('error', () => undefined);
  await client.connect();
  const write = "select pg_logical_emit_message(true, 'x', repeat('x', 1000000))";
  await expect(
    (async () => {
      for (;;) await client.query(write);
    })(),
  ).rejects.toThrow(/No space left on device|terminated/);
}

describeWithSmallDisk('F27: while the disk is full', () => {
  beforeAll(async () => {
    disk = await mountSmallDisk(200);
    product = await start();
  });
  afterAll(async () => {
    await product.stop();
    await disk.unmount();
  });

  test('pages and prices are answered and writes rejected with a retry time, until space is freed', async () => {
    const api = await signIn(product.url);
    while ((await api.get('/python_api/price/EURUSD')).status !== 200);
    disk.fill();
    const rejected = await firstAnswer(api);
    expect([rejected.status, rejected.body.code]).toEqual([503, 'database_unavailable']);
    expect(rejected.headers.get('retry-after')).toBe('5');
    expect(product.output()).toContain('No space left on device');
    for (const path of ['/uk/', '/python_api/price/EURUSD', '/api/record'])
      expect([path, (await api.get(path)).status]).toEqual([path, 200]);

    disk.free();
    const answer = await firstAnswer(api);
    expect(answer.status).toBe(200);
    issued = answer.body.id;
  });

  test('a database that cannot write its log ends the product and its start, and loses nothing', async () => {
    disk.fill();
    const ended = once(product.process, 'close');
    await exhaustLog();
    expect((await ended)[0]).toBe(1);
    expect(product.output()).toMatch(/The embedded database exited unexpectedly:[\s\S]*No space left on device/);
    await expect(start()).rejects.toThrow(/No space left on device|ENOSPC/);

    disk.free();
    product = await start();
    const api = await signIn(product.url);
    const { body } = await api.get(`/api/signal/user/${api.user.id}`);
    expect(JSON.stringify(body)).toContain(issued);
    expect((await api.get('/api/ready')).body.ready).toBe(true);
  });
});
