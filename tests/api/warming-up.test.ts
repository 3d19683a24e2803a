import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type ApiClient, signIn } from '#tests/support/api-client.ts';
import type { FakeDeriv } from '#tests/support/market/fake-deriv.ts';
import { startTickingDeriv, tickingPairs, tickingSettings } from '#tests/support/market/ticking-deriv.ts';
import { type Product, startProduct } from '#tests/support/product.ts';

vi.setConfig({ testTimeout: 300_000 });

let feed: FakeDeriv;
let product: Product;
let api: ApiClient;

beforeAll(async () => {
  feed = await startTickingDeriv();
  feed.holdHistories(true);
  product = await startProduct(tickingSettings(feed));
  api = await signIn(product.url);
});
afterAll(async () => {
  await product?.stop();
  await feed.stop();
});

/** What was held for longer than the feed's own timeout is asked for again, later and later. */
const within = { timeout: 120_000, interval: 50 };
const request = (name: string) => api.get(`/python_api/signal${name}`);

it('on a fresh live feed says how soon the models are ready, and asks for the newest bars of all pairs first', async () => {
  await vi.waitFor(async () => expect((await request('?interval=5')).body.code).toBe('warming_up'), within);
  for (const name of ['?interval=5', '/kurs_ai_v2', '/manual?symbol=EURUSD&below=1']) {
    const { status, body, headers } = await request(name);
    const { readyInSeconds } = body.details;
    expect([status, body.code, headers.get('retry-after')]).toEqual([503, 'warming_up', String(readyInSeconds)]);
    expect(readyInSeconds).toBeGreaterThan(0);
    expect(readyInSeconds).toBeLessThanOrEqual(20);
    expect(body.message).toContain(`Ready in about ${readyInSeconds} s`);
  }
  // One call for each, before any for calibration or the chart.
  expect(feed.listHistories().slice(0, tickingPairs.length).toSorted()).toEqual(tickingPairs.toSorted());
  feed.holdHistories(false);
  const issued = await vi.waitFor(async () => {
    const { status, body } = await request('/manual?symbol=EURUSD&below=1');
    expect(status).toBe(200);
    return body;
  }, within);
  expect(issued).toMatchObject({ symbol: 'EURUSD', status: 'entering' });
});
