import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RecordNewest } from '#contract/record/views.ts';
import { durationMs } from '#domain/market/duration.ts';
import { judge } from '#domain/signals/outcome.ts';
import { computeMid, roundPrice } from '#domain/market/price.ts';
import { minuteMs } from '#domain/time.ts';
import { recordLeaves } from '#server/database/schema.ts';
import { fakeMarket, firstTickTime, lastTickTime, tickAt } from '#tests/support/market/fake-market.ts';
import { createShadowSetup, type ShadowSetup } from '#tests/support/market/shadow-setup.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { createReadNewest } from './read-newest.ts';

const from = Date.parse('2026-03-02T09:00:00.000Z');

let database: TestDatabase;
let setup: ShadowSetup;
let newest: RecordNewest;

const createReader = (feed: string) =>
  createReadNewest({
    db: database.db,
    feed,
    bars: (_, start, to) => [{ time: Math.min(start, to), open: 1, high: 1, low: 1, close: 1.5 }],
    marketClock: { now: () => setup.now() },
    clock: { now: () => 0 },
  });

beforeAll(async () => {
  database = await createTestDatabase();
  setup = await createShadowSetup({ db: database.db, from, pUp: () => 0.6 });
  await setup.run(60);
  newest = await createReader('simulated:1')();
}, 60_000);
afterAll(() => database.close());

test('shows settled forecasts with the result that follows from the prices', () => {
  expect(newest.forecasts.length).toBeGreaterThanOrEqual(3);
  for (const { symbol, direction, duration, openedAt, openPrice, expiresAt, closePrice, result } of newest.forecasts) {
    expect(fakeMarket.symbols).toContain(symbol);
    const opened = Date.parse(openedAt);
    const digits = symbol.endsWith('JPY') ? 3 : 5;
    expect(firstTickTime(opened)).toBe(opened);
    expect(Date.parse(expiresAt) - opened).toBe(durationMs(duration as 5));
    const { bid, ask } = tickAt(symbol, lastTickTime(Date.parse(expiresAt)));
    const close = roundPrice(computeMid(bid, ask), digits);
    expect([closePrice, result]).toEqual([close, judge(direction, openPrice, close, digits)]);
  }
});

test('leaves a quarter of an hour between forecasts, so that none shows the outcome of another', () => {
  const times = newest.forecasts.map(({ openedAt }) => Date.parse(openedAt));
  for (const [i, at] of times.slice(1).entries()) expect((times[i] ?? 0) - at).toBeGreaterThan(14 * minuteMs);
});

test('names the pair in turn of the newest sealed minute, and nothing that it states', async () => {
  const [last] = (await database.db.select().from(recordLeaves)).filter(({ kind }) => kind === 'forecast').slice(-1);
  expect(newest.sealed).toEqual({ index: last?.index, symbol: expect.any(String), opensAt: expect.any(String) });
  expect(Date.parse(newest.sealed?.opensAt ?? '')).toBeGreaterThan(setup.now());
});

test('finds nothing of another market', async () => {
  expect(await createReader('deriv')()).toEqual({ forecasts: [], sealed: null });
});
