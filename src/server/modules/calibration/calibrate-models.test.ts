import { beforeEach, describe, expect, it } from 'vitest';
import { tradingDaysBefore, tradingDayStart } from '#domain/market/trading-hours.ts';
import { minuteMs } from '#domain/time.ts';
import type { BarRow } from '#engine/bar-input.ts';
import { minCalibrationDays } from '#engine/forecast/calibration/check-calibration.ts';
import { calibrationDays, feedDays } from '#server/database/tables/model-tables.ts';
import type { MarketSession } from '#domain/market/market-session.ts';
import type { AiModelKey } from '#domain/signals/ai-model.ts';
import type { Bar } from '#engine/bar/bar-builder.ts';
import type { AppliedCalibrations } from '#engine/forecast/calibration/calibration-line.ts';
import { writeStatistics } from '#engine/forecast/calibration/calibration-statistics.ts';
import type { LoadedModels } from '#server/modules/models/models.api.ts';
import type { RecordedVersion } from '#server/modules/record/record.api.ts';
import { nothingRecorded } from '#tests/support/record/nothing-recorded.ts';
import { statisticsBetween } from '#tests/support/record/stated-days.ts';
import { aForecaster } from '#tests/support/record/stated-forecasts.ts';
import { createTestDatabase } from '#tests/support/test-database.ts';
import { aSilentMarket, testConfig, testPlatform } from '#tests/support/test-platform.ts';
import { applyCalibrations, beginCalibrations, calibrateModels, getVersion } from './calibrate-models.ts';
import { type JudgedDay, warmUpDays } from './calibration.api.ts';
import type { EstimatedCalibration } from './shipped-calibration.ts';
import { openCalibration } from './calibration-context.ts';
import { sharedByTests } from '#tests/support/shared-by-tests.ts';

const rollover = Date.parse('2026-03-03T22:00:00.000Z');
const afterRollover = rollover + minuteMs;
const days = 12;
const symbols = ['EURUSD', 'GBPUSD'];
const fileVersions = { kurs_ai_v1: '1.aaaa', vip: '1.bbbb' };
const keys = ['kurs_ai_v1', 'vip'] as const;
const models: LoadedModels = {
  forecasters: keys.map((key) => ({ ...aForecaster(key), version: fileVersions[key] })),
  metadata: new Map(
    keys.map((key) => {
      const version = fileVersions[key];
      return [key, { version, file: new URL('file:///model.json'), fileHash: `file of ${version}`, card: null }];
    }),
  ),
  unavailable: [],
};

const hourlyBars = (from: number, to: number): Bar[] =>
  Array.from({ length: (to - from) / (60 * minuteMs) }, (_, i) => {
    return { time: from + i * 60 * minuteMs, open: 1, high: 1, low: 1, close: 1 };
  });

const database = sharedByTests(createTestDatabase);
let versions: RecordedVersion[];
beforeEach(async () => {
  await database.db.delete(feedDays);
  await database.db.delete(calibrationDays);
  versions = [];
});

interface Life {
  readonly now: number;
  /** Killed before the first minute that uses a calibration. */
  readonly isKilled?: true;
  /** The feed refuses everything after so many requests. */
  readonly requests?: number;
  /** Bars that the engine remembers. */
  readonly own?: readonly Bar[];
  readonly shipped?: readonly EstimatedCalibration[];
}

/** A process lifetime at an instant: what it asked of the feed, judged, and gave to the engine. */
function live({ now, isKilled, requests = 10_000, own = [], shipped = [] }: Life) {
  const asked: string[] = [];
  const judged: JudgedDay[] = [];
  const applied: AppliedCalibrations[] = [];
  /** As the next minute does. */
  const state = (model: AiModelKey, id: string): void => {
    if (model !== 'kurs_ai_v1' && model !== 'vip') return;
    const { file, calibration } = getVersion(ctx, { model, modelVersion: `${fileVersions[model]}+${id}` });
    const newest = versions.findLast(({ leaf }) => leaf.model === model)?.leaf.id;
    const name = `${fileVersions[model]}+${id}`;
    if (newest?.startsWith(`${name}.`)) return;
    const index = versions.length;
    const at = new Date(now).toISOString();
    versions.push({ index, leaf: { kind: 'version', model, id: `${name}.${index}`, file, calibration, at } });
  };
  const platform = testPlatform(database, { clock: { now: () => now } });
  const parts = openCalibration({
    ...platform,
    engine: {
      ...platform.engine,
      feed: { ...platform.engine.feed, symbols, notOffered: [] },
      bars: (_: string, from: number, to: number) => own.filter(({ time }) => time >= from && time < to),
      calibrate: (calibrations: AppliedCalibrations) => {
        applied.push(calibrations);
        if (!isKilled) for (const [model, { id }] of calibrations) state(model, id);
      },
    },
    config: testConfig({ calibrationDays: days, tradingHours: { calendar: 'always', window: null } }),
    models,
    marketData: {
      ...aSilentMarket(symbols),
      backfill: async (symbol, until, count) => {
        asked.push(`${symbol} ${new Date(until).toISOString()}`);
        if (asked.length > requests) throw new Error('the feed has no history now');
        return hourlyBars(until - 2 * count * minuteMs, until + count * minuteMs);
      },
    },
    record: {
      ...nothingRecorded,
      readVersions: async () => new Map(versions.map((one): [AiModelKey, typeof one] => [one.leaf.model, one])),
    },
    startJudging: () => ({
      judge: async (day) => {
        judged.push(day);
        const getFactor = (session: MarketSession) => (session === 'evening' ? 0 : 0.8);
        const statistics = writeStatistics(statisticsBetween(day.from, day.to, { pairs: 28, getFactor }));
        return new Map(models.forecasters.map(({ key }) => [key, statistics]));
      },
      close: async () => undefined,
    }),
  });
  const ctx = { ...parts, shipped };
  const run = (stopping = new AbortController().signal) => calibrateModels(ctx, stopping);
  return { ctx, run, asked, judged, applied };
}

/** Newest first. */
const recorded = () =>
  versions
    .map(({ leaf }) => leaf)
    .filter(({ calibration }) => calibration)
    .toReversed();

describe('the calibration of a feed', () => {
  it('is conservative until there is one, which the first minute that uses it records', async () => {
    const { ctx, run, applied } = live({ now: afterRollover });
    await applyCalibrations(ctx);
    expect([...(applied[0]?.values() ?? [])].map(({ id }) => id)).toEqual(['uncalibrated', 'uncalibrated']);
    await run();
    const leaves = recorded();
    expect(leaves).toMatchObject(
      ['vip', 'kurs_ai_v1'].map((model) => ({
        model,
        calibration: { to: new Date(rollover).toISOString() },
        at: new Date(afterRollover).toISOString(),
      })),
    );
    expect(leaves[0]?.id).toContain(`+${applied[1]?.get('vip')?.id}.`);
    expect(applied[1]?.get('vip')?.factors.evening[5]).toBeLessThan(0.2);
    expect(applied).toHaveLength(2);
  });

  it('begins with what ships with the feed, and is estimated from the days since', async () => {
    const own = { from: '2025-11-01T21:00:00.000Z', to: '2025-12-31T22:00:00.000Z', decisions: 9 };
    const shipped: EstimatedCalibration[] = [
      { ...own, model: 'vip', version: '1.bbbb', factors: ['evening 5 0.854 0.716 0.992'] },
      { ...own, model: 'kurs_ai_v1', version: 'of another file', factors: [] },
    ];
    const first = live({ now: afterRollover, shipped });
    await beginCalibrations(first.ctx);
    expect(recorded()).toMatchObject([{ calibration: own, at: new Date(afterRollover).toISOString() }]);
    expect(first.applied[0]?.get('vip')?.factors.evening[5]).toBe(0.854);
    await first.run();
    await live({ now: afterRollover + 60 * minuteMs, shipped }).run();
    expect([recorded(), first.asked]).toEqual([[expect.anything()], []]);
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
    expect(asked).toHaveLength((days + warmUpDays) * symbols.length);
    expect(judged.map(({ to }) => to)).toEqual(tradingDaysBefore(rollover, days));
    for (const { bars, from, to } of judged) {
      expect(from).toBe(tradingDayStart(to));
      const times = [...bars.values()].flat().flatMap((text) => (JSON.parse(text) as BarRow[]).map(([time]) => time));
      expect(Math.max(...times)).toBeLessThan(to);
      expect(Math.min(...times)).toBeLessThan(from - 24 * 60 * minuteMs);
    }
    await run();
    expect(asked).toHaveLength((days + warmUpDays) * symbols.length);
    expect(judged).toHaveLength(days);
    expect(recorded()).toHaveLength(2);
  });

  it('follows each rollover from the day that ended, which the engine remembers', async () => {
    await live({ now: afterRollover }).run();
    const next = tradingDaysBefore(rollover + 26 * 60 * minuteMs, 1)[0] ?? 0;
    const second = live({ now: next + minuteMs, own: hourlyBars(rollover - 60 * minuteMs, next + 60 * minuteMs) });
    await applyCalibrations(second.ctx);
    await second.run();
    expect(second.asked).toEqual([]);
    expect(second.judged.map(({ to }) => to)).toEqual([next]);
    expect(second.applied).toHaveLength(2);
    const leaves = recorded();
    expect(leaves).toHaveLength(4);
    expect(leaves[0]?.calibration).toMatchObject({ to: new Date(next).toISOString() });
  });

  it('is estimated again from the days that were judged when the process is killed before a minute has used it', async () => {
    const killed = live({ now: afterRollover, isKilled: true });
    await killed.run();
    expect(recorded()).toEqual([]);
    const last = live({ now: afterRollover + 10 * minuteMs });
    await last.run();
    expect(recorded().map(({ model }) => model)).toEqual(['vip', 'kurs_ai_v1']);
    expect(last.judged).toEqual([]);
  });

  it('continues where a stop or a missing history interrupted it', async () => {
    const first = live({ now: afterRollover, requests: 11 });
    await expect(first.run()).rejects.toThrow('no history');
    expect(recorded()).toEqual([]);
    const stopping = new AbortController();
    stopping.abort();
    await live({ now: afterRollover }).run(stopping.signal);
    expect(recorded()).toEqual([]);
    const second = live({ now: afterRollover });
    await second.run();
    expect(second.asked).toHaveLength((days + warmUpDays) * symbols.length - 11);
    expect(recorded()).toHaveLength(2);
  });

  it('is one and the same for two processes that calibrate at the same time, once a minute is recorded', async () => {
    const both = [live({ now: afterRollover }), live({ now: afterRollover + minuteMs })];
    await Promise.all(both.map(({ run }) => run()));
    for (const { ctx } of both) await applyCalibrations(ctx);
    const newest = new Map(versions.map(({ leaf }) => [leaf.model, leaf.id]));
    for (const { applied } of both)
      for (const [model, { id }] of new Map(applied.flatMap((calibrations) => [...calibrations])))
        expect(newest.get(model === 'vip' ? 'vip' : 'kurs_ai_v1')).toContain(`+${id}.`);
  });
});
