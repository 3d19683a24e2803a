import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MinuteStatement } from '#engine/forecast/state-minute.ts';
import { noCrash } from '#server/crash-points.ts';
import { recordLeaves } from '#server/database/schema.ts';
import { shadowMinutes } from '#server/database/shadow-tables.ts';
import { createShadowSetup } from '#tests/support/shadow-setup.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { minuteMs } from '#domain/time.ts';
import { createAppendMinute } from './append-minute.ts';

const start = Date.parse('2026-03-02T09:00:00.000Z');
let database: TestDatabase;
let now = start;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const append = (feed = 'simulated:1') =>
  createAppendMinute({
    db: database.db,
    feed,
    clock: { now: () => now },
    nonce: () => 'b'.repeat(32),
    crashPoint: noCrash,
  });

const stated = (statedAt: number): MinuteStatement => ({
  barTime: Math.floor(statedAt / minuteMs) * minuteMs - minuteMs,
  statedAt,
  inTurn: 'EURUSD',
  models: [{ model: 'kurs_ai_v1', version: 'v', statements: [] }],
});

const leaves = async (): Promise<number> => (await database.db.select().from(recordLeaves)).length;

describe('a minute', () => {
  it('is stated once per market, whatever else is stated for it', async () => {
    now = start + 700;
    expect(await append()(stated(now))).toBe(true);
    expect(await append()(stated(now + 100))).toBe(false);
    expect(await leaves()).toBe(1);
    expect(await append('deriv')(stated(now))).toBe(true);
    expect(await leaves()).toBe(2);
  });

  it('is not stated after a minute, when the shortest forecast is half over', async () => {
    const statedAt = start + 5 * minuteMs;
    now = statedAt + minuteMs + 1;
    expect(await append()(stated(statedAt))).toBe(false);
    now = statedAt + minuteMs;
    expect(await append()(stated(statedAt))).toBe(true);
    expect(await leaves()).toBe(3);
  });
});

describe('minutes that were open when the product ended', () => {
  const openMinutes = async (feed: string) =>
    (await database.db.select().from(shadowMinutes)).filter((row) => row.feed === feed && row.settledAt === null)
      .length;
  const setupOf = (id: string, kind: string, from: number) =>
    createShadowSetup({ db: database.db, from, pUp: () => 0.6, feed: { id, kind } });

  it('continue when the same market runs again', async () => {
    const setup = await setupOf('simulated:2', 'simulated', start);
    await setup.run(5);
    expect(await openMinutes('simulated:2')).toBe(5);
    const again = await setupOf('simulated:2', 'simulated', setup.now() + minuteMs);
    expect(await openMinutes('simulated:2')).toBe(5);
    await again.run(12);
    expect(await openMinutes('simulated:2')).toBe(11);
  });

  it('are settled from the log when another market runs, or a replay starts again', async () => {
    await (await setupOf('replay:a', 'replay', start)).run(5);
    expect(await openMinutes('replay:a')).toBe(5);
    await setupOf('replay:a', 'replay', start + 3 * minuteMs);
    expect(await openMinutes('replay:a')).toBe(0);
    expect(await openMinutes('simulated:2')).toBe(0);
    await (await setupOf('deriv', 'deriv', start)).run(2);
    await setupOf('simulated:2', 'simulated', start);
    expect(await openMinutes('deriv')).toBe(0);
  });
});
