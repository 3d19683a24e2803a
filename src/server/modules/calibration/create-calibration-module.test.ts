import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { tradingDaysBefore } from '#domain/market/trading-day.ts';
import { secondMs } from '#domain/time.ts';
import { calibrationDays, feedDays } from '#server/database/tables/calibration-tables.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { createIsOpenDay } from './fill-days.ts';
import { createEstimateCalibratedAt } from './create-calibration-module.ts';

const feed = { id: 'deriv', symbols: ['EURUSD', 'GBPUSD'], notOffered: [] };
const forecasters = [{ key: 'kurs_ai_v1', version: '1.aaaa' }] as const;
/** A Wednesday: nine days of an open market before it go back over two weekends. */
const now = Date.parse('2026-03-04T12:00:00.000Z');
const [openDays, weekendDays, warmUpOpenDays] = [9, 4, 3];
/** Two calls a day of a pair, three at the start: one call a second is slower than any answer. */
const callLimits = { windows: [{ calls: 1, ms: secondMs }], rowsPerCall: 1_000 };
const [callsPerRow, seedCalls] = [2, 3];
const callsMs = (calls: number): number => (calls - 1) * secondMs;
const judgeMs = 2 * secondMs;

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.db.delete(feedDays);
  await database.db.delete(calibrationDays);
});

type EstimateCalibratedAtDependencies = Parameters<typeof createEstimateCalibratedAt>[0];

const estimate = (over: Partial<EstimateCalibratedAtDependencies> = {}) =>
  createEstimateCalibratedAt({
    db: database.db,
    feed,
    forecasters,
    record: { readVersions: async () => new Map() },
    isOpenDay: createIsOpenDay({ calendar: 'forex', holidays: [], window: null }),
    callLimits,
    days: 90,
    speed: 1,
    clock: { now: () => now },
    ...over,
  })();

const store = (days: readonly number[]) =>
  database.db
    .insert(feedDays)
    .values(
      days.flatMap((day) => feed.symbols.map((symbol) => ({ feed: feed.id, day: new Date(day), symbol, bars: '[]' }))),
    );

const judge = (days: readonly number[]) =>
  database.db.insert(calibrationDays).values(
    days.map((day) => ({
      feed: feed.id,
      model: 'kurs_ai_v1' as const,
      version: '1.aaaa',
      day: new Date(day),
      statistics: '{}',
    })),
  );

describe('the time of the first calibration of a feed', () => {
  it('follows from the bars that are missing and from the calls that the feed allows', async () => {
    const rows = (openDays + warmUpOpenDays) * feed.symbols.length;
    const seeds = seedCalls * feed.symbols.length;
    expect(await estimate()).toBe(now + callsMs(rows * callsPerRow + seeds) + openDays * judgeMs);
    const newest = tradingDaysBefore(now, 6);
    await store(newest);
    await judge(newest.slice(0, 2));
    const left = rows - 4 * feed.symbols.length;
    expect(await estimate()).toBe(now + callsMs(left * callsPerRow) + (openDays - 2) * judgeMs);
  });

  it('is unknown until the feed has said which pairs it offers, and while it offers none', async () => {
    expect(await estimate({ feed: { ...feed, notOffered: null } })).toBeNull();
    expect(await estimate({ feed: { ...feed, symbols: [] } })).toBeNull();
  });

  it('is unknown once there is one, when everything has been judged in vain, and with too short a history', async () => {
    const at = new Date(now).toISOString();
    const calibration = { from: at, to: at, decisions: 1, factors: [] };
    const leaf = { kind: 'version', model: 'vip', id: 'v', file: 'f'.repeat(64), calibration, at } as const;
    expect(await estimate({ record: { readVersions: async () => new Map([['vip', { index: 1, leaf }]]) } })).toBeNull();
    expect(await estimate({ days: openDays })).toBeNull();
    await judge(tradingDaysBefore(now, openDays + weekendDays));
    expect(await estimate()).toBeNull();
  });
});
