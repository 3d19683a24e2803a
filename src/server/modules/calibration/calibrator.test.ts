import { desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { tradingDaysBefore, tradingDayStart } from '#domain/market/trading-day.ts';
import { minuteMs } from '#domain/time.ts';
import type { BarRow } from '#engine/bar-input.ts';
import { minCalibrationDays } from '#engine/forecast/calibration/check-calibration.ts';
import { parseLeaf } from '#record/leaf.ts';
import type { CrashPoint } from '#server/start/crash-points.ts';
import { calibrationDays, feedDays } from '#server/database/tables/calibration-tables.ts';
import { type Database } from '#server/database/connection.ts';
import { recordLeaves } from '#server/database/schema.ts';
import { calibratedDays, calibratedFeed, calibratingLife, hourlyBars } from '#tests/support/market/calibrating-life.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { warmUpDays } from './calibration.api.ts';

const rollover = Date.parse('2026-03-03T22:00:00.000Z');
const afterRollover = rollover + minuteMs;
const feed = calibratedFeed;
const days = calibratedDays;

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.db.delete(feedDays);
  await database.db.delete(calibrationDays);
  await database.pool.query(
    'alter table record_leaves disable trigger user; truncate record_leaves; alter table record_leaves enable trigger user',
  );
});

/** A process lifetime at an instant. */
const live = ({ now, crashAt, ...life }: Life) =>
  calibratingLife({
    db: database.db,
    ...life,
    now: () => now,
    crashPoint: (point) => {
      if (point === crashAt) throw new Error(`killed at ${point}`);
    },
  });
interface Life extends Omit<Parameters<typeof calibratingLife>[0], 'now' | 'db' | 'crashPoint'> {
  readonly now: number;
  readonly db?: Database;
  readonly crashAt?: CrashPoint;
}

const recorded = async () =>
  (
    await database.db
      .select()
      .from(recordLeaves)
      .where(eq(recordLeaves.kind, 'calibration'))
      .orderBy(desc(recordLeaves.index))
  ).map(({ leaf, leafHash }) => ({ leaf: parseLeaf(leaf), hash: leafHash.toString('hex') }));

describe('the calibration of a feed', () => {
  it('is conservative until one is recorded, and is recorded before it is used', async () => {
    const { calibrator, run, applied } = live({ now: afterRollover });
    await calibrator.apply();
    expect([...(applied[0]?.values() ?? [])].map(({ id }) => id)).toEqual(['uncalibrated', 'uncalibrated']);
    await run();
    const leaves = await recorded();
    expect(leaves.map(({ leaf }) => leaf)).toMatchObject(
      ['vip', 'kurs_ai_v1'].map((model) => ({
        form: 'calibration/1',
        model,
        feed: feed.id,
        to: new Date(rollover).toISOString(),
        at: new Date(afterRollover).toISOString(),
      })),
    );
    expect(applied[1]?.get('vip')?.id).toBe(leaves[0]?.hash.slice(0, 8));
    expect(applied[1]?.get('vip')?.factors.evening[5]).toBeLessThan(0.2);
    expect(applied).toHaveLength(2);
  });

  it('begins with what ships with the feed, and is estimated from the days since', async () => {
    const own = { feed: feed.id, from: '2025-11-01T21:00:00.000Z', to: '2025-12-31T22:00:00.000Z', decisions: 9 };
    const shipped = [
      { ...own, model: 'vip', version: '1.bbbb', factors: ['evening 5 0.854 0.716 0.992'] },
      { ...own, model: 'kurs_ai_v1', version: 'of another file', factors: [] },
    ] as const;
    const first = live({ now: afterRollover, shipped });
    await first.calibrator.begin();
    expect((await recorded()).map(({ leaf }) => leaf)).toMatchObject([
      { ...own, at: new Date(afterRollover).toISOString() },
    ]);
    expect(first.applied[0]?.get('vip')?.factors.evening[5]).toBe(0.854);
    await first.run();
    await live({ now: afterRollover + 60 * minuteMs, shipped }).run();
    expect([await recorded(), first.asked]).toEqual([[expect.anything()], []]);
    const daysLater = async (count: number) => {
      const life = live({ now: afterRollover + count * 24 * 60 * minuteMs, shipped });
      await life.run();
      return { judged: life.judged.length, factor: life.applied.at(-1)?.get('vip')?.factors.evening[5] };
    };
    expect(await daysLater(1)).toEqual({ judged: 1, factor: 0.854 });
    const { judged, factor } = await daysLater(minCalibrationDays);
    expect(judged).toBe(minCalibrationDays - 1);
    expect(factor).toBeLessThan(0.2);
  });

  it('is asked of the history once, and judged on bars that end with each day', async () => {
    const { run, asked, judged } = live({ now: afterRollover });
    await run();
    expect(asked).toHaveLength((days + warmUpDays) * feed.symbols.length);
    expect(judged.map(({ to }) => to)).toEqual(tradingDaysBefore(rollover, days));
    for (const { bars, from, to } of judged) {
      expect(from).toBe(tradingDayStart(to));
      const times = [...bars.values()].flat().flatMap((text) => (JSON.parse(text) as BarRow[]).map(([time]) => time));
      expect(Math.max(...times)).toBeLessThan(to);
      expect(Math.min(...times)).toBeLessThan(from - 24 * 60 * minuteMs);
    }
    await run();
    expect(asked).toHaveLength((days + warmUpDays) * feed.symbols.length);
    expect(judged).toHaveLength(days);
    expect(await recorded()).toHaveLength(2);
  });

  it('follows each rollover from the day that ended, which the engine remembers', async () => {
    await live({ now: afterRollover }).run();
    const next = tradingDaysBefore(rollover + 26 * 60 * minuteMs, 1)[0] ?? 0;
    const second = live({ now: next + minuteMs, own: hourlyBars(rollover - 60 * minuteMs, next + 60 * minuteMs) });
    await second.calibrator.apply();
    await second.run();
    expect(second.asked).toEqual([]);
    expect(second.judged.map(({ to }) => to)).toEqual([next]);
    expect(second.applied).toHaveLength(2);
    const leaves = await recorded();
    expect(leaves).toHaveLength(4);
    expect(leaves[0]?.leaf).toMatchObject({ to: new Date(next).toISOString() });
  });

  it.each([
    ['calibration.before-commit', 3],
    ['calibration.after-commit', 1],
  ] as const)('is recorded once for each model when the process is killed at %s, %i times', async (crashAt, kills) => {
    for (let round = 0; round < kills; round += 1)
      await expect(live({ now: afterRollover + round * minuteMs, crashAt }).run()).rejects.toThrow('killed');
    const last = live({ now: afterRollover + 10 * minuteMs });
    await last.calibrator.apply();
    await last.run();
    const leaves = await recorded();
    expect(leaves.map(({ leaf }) => 'model' in leaf && leaf.model)).toEqual(['vip', 'kurs_ai_v1']);
    expect(last.judged.length).toBeLessThan(days);
  });

  it('continues where a stop or a missing history interrupted it', async () => {
    const first = live({ now: afterRollover, requests: 11 });
    await expect(first.run()).rejects.toThrow('no history');
    expect(await recorded()).toEqual([]);
    const stopping = new AbortController();
    stopping.abort();
    await live({ now: afterRollover }).run(stopping.signal);
    expect(await recorded()).toEqual([]);
    const second = live({ now: afterRollover });
    await second.run();
    expect(second.asked).toHaveLength((days + warmUpDays) * feed.symbols.length - 11);
    expect(await recorded()).toHaveLength(2);
  });

  it('is one and the same for two processes that calibrate at the same time', async () => {
    const both = [live({ now: afterRollover }), live({ now: afterRollover + minuteMs })];
    await Promise.all(both.map(({ run }) => run()));
    const leaves = await recorded();
    expect(leaves).toHaveLength(2);
    expect(new Set(leaves.map(({ leaf }) => 'model' in leaf && leaf.model))).toEqual(new Set(['kurs_ai_v1', 'vip']));
    const ids = leaves.map(({ hash }) => hash.slice(0, 8)).sort();
    for (const { calibrator, applied } of both) {
      await calibrator.apply();
      const used = new Map(applied.flatMap((calibrations) => [...calibrations]));
      expect([...used.values()].map(({ id }) => id).sort()).toEqual(ids);
    }
  });
});
