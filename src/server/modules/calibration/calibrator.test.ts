import { desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { tradingDaysBefore, tradingDayStart } from '#domain/market/trading-day.ts';
import { minuteMs } from '#domain/time.ts';
import type { Bar } from '#engine/bar/bar.ts';
import type { BarRow } from '#engine/bar-input.ts';
import type { AppliedCalibrations } from '#engine/forecast/calibration-line.ts';
import { writeStatistics } from '#engine/forecast/statistics-text.ts';
import { readLeaf } from '#engine/record/leaf.ts';
import { type CrashPoint, noCrash } from '#server/crash-points.ts';
import { calibrationDays, feedDays } from '#server/database/calibration-tables.ts';
import { recordLeaves } from '#server/database/schema.ts';
import { createReadCalibrations } from '#server/modules/record/read-calibrations.ts';
import { silentLog } from '#tests/support/silent-log.ts';
import { statisticsBetween } from '#tests/support/stated-days.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { createAppendCalibration } from './append-calibration.ts';
import { createArchiveDay } from './archive-day.ts';
import type { JudgedDay } from './calibration.api.ts';
import { createCalibrator } from './calibrator.ts';
import { createFillDays } from './fill-days.ts';
import { createJudgeDay, warmUpDays } from './judge-day.ts';

const rollover = Date.parse('2026-03-03T22:00:00.000Z');
const afterRollover = rollover + minuteMs;
const feed = { id: 'simulated:1', kind: 'simulated', isLive: false, symbols: ['EURUSD', 'GBPUSD'] } as const;
const signalFrom = { 2: 55, 3: 55, 5: 55, 7: 55, 10: 55 };
const forecasters = [
  { key: 'kurs_ai_v1', version: '1.aaaa', signalFrom },
  { key: 'vip', version: '1.bbbb', signalFrom },
] as const;
const days = 12;

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

interface Life {
  readonly now: number;
  readonly crashAt?: CrashPoint;
  /** The feed refuses everything after so many requests. */
  readonly requests?: number;
  /** Bars that the engine remembers. */
  readonly own?: readonly Bar[];
}

const barsOf = (from: number, to: number): Bar[] =>
  Array.from({ length: (to - from) / (60 * minuteMs) }, (_, i) => {
    return { time: from + i * 60 * minuteMs, open: 1, high: 1, low: 1, close: 1 };
  });

/** A process lifetime: what it asked of the feed, judged, and gave to the engine. */
function live({ now, crashAt, requests = 10_000, own = [] }: Life) {
  const { db } = database;
  const asked: string[] = [];
  const judged: JudgedDay[] = [];
  const applied: AppliedCalibrations[] = [];
  const engine = {
    feed,
    bars: (_: string, from: number, to: number) => own.filter(({ time }) => time >= from && time < to),
    calibrate: (calibrations: AppliedCalibrations) => void applied.push(calibrations),
  };
  const marketData = {
    backfill: async (symbol: string, until: number, count: number): Promise<Bar[]> => {
      asked.push(`${symbol} ${new Date(until).toISOString()}`);
      if (asked.length > requests) throw new Error('the feed has no history now');
      return barsOf(until - 2 * count * minuteMs, until + count * minuteMs);
    },
  };
  const judging = {
    judge: async (day: JudgedDay) => {
      judged.push(day);
      const statistics = writeStatistics(
        statisticsBetween(day.from, day.to, { pairs: 28, factorOf: (session) => (session === 'evening' ? 0 : 0.8) }),
      );
      return new Map(forecasters.map(({ key }) => [key, statistics]));
    },
    close: async () => undefined,
  };
  const crashPoint = (point: CrashPoint): void => {
    if (point === crashAt) throw new Error(`killed at ${point}`);
  };
  const calibrator = createCalibrator({
    db,
    engine,
    forecasters,
    record: {
      readCalibrations: createReadCalibrations({
        db,
        feed: feed.id,
        versions: new Map(forecasters.map((one) => [one.key, one])),
      }),
    },
    days,
    fillDays: createFillDays({
      db,
      feed,
      forecasters,
      archiveDay: createArchiveDay({ db, engine, marketData, pause: async () => undefined }),
      judgeDay: createJudgeDay({ db, feed, forecasters }),
      startJudging: () => judging,
      log: silentLog,
    }),
    appendCalibration: createAppendCalibration(db, crashAt ? crashPoint : noCrash),
    clock: { now: () => now },
    log: silentLog,
  });
  const run = (stopping = new AbortController().signal) => calibrator.run(stopping);
  return { calibrator, run, asked, judged, applied };
}

const recorded = async () =>
  (
    await database.db
      .select()
      .from(recordLeaves)
      .where(eq(recordLeaves.kind, 'calibration'))
      .orderBy(desc(recordLeaves.index))
  ).map(({ leaf, leafHash }) => ({ leaf: readLeaf(leaf), hash: leafHash.toString('hex') }));

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
    const second = live({ now: next + minuteMs, own: barsOf(rollover - 60 * minuteMs, next + 60 * minuteMs) });
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
});
