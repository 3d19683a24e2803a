import { beforeEach, describe, expect, it } from 'vitest';
import { tradingDaysBefore } from '#domain/market/trading-hours.ts';
import { secondMs } from '#domain/time.ts';
import { calibrationDays, feedDays } from '#server/database/tables/model-tables.ts';
import { createTestDatabase } from '#tests/support/test-database.ts';
import type { Feed } from '#server/live/market-view.ts';
import { nothingRecorded } from '#tests/support/record/nothing-recorded.ts';
import { aForecaster } from '#tests/support/record/stated-forecasts.ts';
import { aSilentMarket, testConfig, testPlatform } from '#tests/support/test-platform.ts';
import { estimateCalibratedAt } from './fill-days.ts';
import { type CalibrationContext, openCalibration } from './calibration-context.ts';
import { sharedByTests } from '#tests/support/shared-by-tests.ts';

const feed = { id: 'deriv', symbols: ['EURUSD', 'GBPUSD'], notOffered: [] };
/** A Wednesday: nine days of an open market before it go back over two weekends. */
const now = Date.parse('2026-03-04T12:00:00.000Z');
const [openDays, weekendDays, warmUpOpenDays] = [9, 4, 3];
/** Two calls a day of a pair, three at the start: one call a second is slower than any answer. */
const callLimits = { windows: [{ calls: 1, ms: secondMs }], rowsPerCall: 1_000 };
const [callsPerRow, seedCalls] = [2, 3];
const callsMs = (calls: number): number => (calls - 1) * secondMs;
const judgeMs = 2 * secondMs;

const database = sharedByTests(createTestDatabase);
beforeEach(async () => {
  await database.db.delete(feedDays);
  await database.db.delete(calibrationDays);
});

/** `days`: how many trading days count. */
const estimate = (change: Partial<CalibrationContext> & { readonly of?: Partial<Feed> } = {}) => {
  const { of = {}, ...over } = change;
  const platform = testPlatform(database, { clock: { now: () => now } });
  const running = { ...platform.engine.feed, ...feed, ...of };
  const parts = openCalibration({
    ...platform,
    engine: { ...platform.engine, feed: running },
    market: { ...platform.market, feed: running },
    config: testConfig({ calibrationDays: 90, tradingHours: { calendar: 'forex', holidays: [], window: null } }),
    models: {
      forecasters: [{ ...aForecaster('kurs_ai_v1'), version: '1.aaaa' }],
      metadata: new Map(),
      unavailable: [],
    },
    record: nothingRecorded,
    marketData: { ...aSilentMarket(feed.symbols), callLimits },
    startJudging: () => expect.unreachable(),
  });
  return estimateCalibratedAt({ ...parts, ...over });
};

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
    expect(await estimate({ of: { notOffered: null } })).toBeNull();
    expect(await estimate({ of: { symbols: [] } })).toBeNull();
  });

  it('is unknown once there is one, when everything has been judged in vain, and with too short a history', async () => {
    const at = new Date(now).toISOString();
    const calibration = { from: at, to: at, decisions: 1, factors: [] };
    const leaf = { kind: 'version', model: 'vip', id: 'v', file: 'f'.repeat(64), calibration, at } as const;
    expect(
      await estimate({
        record: { ...nothingRecorded, readVersions: async () => new Map([['vip', { index: 1, leaf }]]) },
      }),
    ).toBeNull();
    expect(await estimate({ days: openDays })).toBeNull();
    await judge(tradingDaysBefore(now, openDays + weekendDays));
    expect(await estimate()).toBeNull();
  });
});
