import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { type Bar, createBarBuilder } from '#engine/bar/bar-builder.ts';
import { createFeedRecorder } from '#tests/support/market/feed-recorder.ts';
import { createVirtualTime } from '#tests/support/virtual-time.ts';
import { dayMs, hourMs, minuteMs } from '#domain/time.ts';
import { createReplayClock, createReplayMarket } from './replay-market.ts';

const folder = mkdtempSync(join(tmpdir(), 'replay-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Wednesday, far from any weekend. */
const recordedFrom = Date.UTC(2018, 9, 3, 12);
const now = Date.UTC(2026, 8, 15, 8, 30, 20);
const nowMinute = Date.UTC(2026, 8, 15, 8, 30);

const points = (n: number): number => Number((1.1 + n / 100_000).toFixed(5));

const barAt = (time: number): Bar => {
  const i = time / minuteMs;
  const open = (i * 13) % 50;
  const close = (i * 29) % 50;
  return {
    time,
    open: points(open),
    high: points(Math.max(open, close) + (i % 4)),
    low: points(Math.min(open, close) - (i % 3)),
    close: points(close),
  };
};

function recorded(name: string, from: number, minutes: number, skipped: readonly number[] = []): string {
  const rows = Array.from({ length: minutes }, (_, i) => i)
    .filter((i) => !skipped.includes(i))
    .map((i) => barAt(from + i * minuteMs))
    .map(({ time, open, high, low, close }) => [time / 1_000, open, high, low, close].join(','));
  const path = join(folder, name);
  writeFileSync(path, ['time,open,high,low,close', ...rows].join('\n'));
  return path;
}

const play = (file: string, playFrom?: number, at = now) => {
  const virtual = createVirtualTime(at);
  const market = createReplayMarket({
    files: [file],
    timezone: null,
    clock: virtual.clock,
    scheduler: virtual.scheduler,
    ...(playFrom === undefined ? {} : { playFrom }),
  });
  return { virtual, market, recorder: createFeedRecorder() };
};

describe('a recording of bars', () => {
  const file = recorded('EURUSD-bars.csv', recordedFrom, 120, [70]);
  const playFrom = recordedFrom + 60 * minuteMs;

  test('maps the chosen instant to the current minute, and its ticks rebuild its bars', async () => {
    const { virtual, market, recorder } = play(file, playFrom);
    await market.start(recorder);
    virtual.advance(20 * minuteMs);
    const builder = createBarBuilder(5);
    const built = recorder.ticks.flatMap((tick) => builder.add(tick) ?? []);
    const expected = Array.from({ length: 20 }, (_, i) => i).filter((i) => i !== 10 && i > 0);
    expect(built.slice(1)).toMatchObject(
      expected.map((i) => ({ ...barAt(playFrom + i * minuteMs), time: nowMinute + i * minuteMs })),
    );
  });

  test('has a tick at the start of a minute, one just before its end, and never 5 s between ticks', async () => {
    const { virtual, market, recorder } = play(file, playFrom, nowMinute);
    await market.start(recorder);
    virtual.advance(5 * minuteMs);
    const times = recorder.ticks.map((tick) => tick.time);
    expect(times.filter((time) => time % minuteMs === 0).length).toBe(6);
    expect(times.filter((time) => time % minuteMs === 59_750).length).toBe(5);
    expect(Math.max(...times.slice(1).map((time, i) => time - (times[i] ?? 0)))).toBeLessThan(5_000);
  });

  test('back-fills from the part before, and later from the part already played', async () => {
    const { virtual, market } = play(file, playFrom);
    const before = await market.backfill('EURUSD', now, 50);
    expect(before.map((bar) => bar.time)).toEqual(
      Array.from({ length: 50 }, (_, i) => nowMinute - (50 - i) * minuteMs),
    );
    virtual.advance(2 * minuteMs);
    const [last] = await market.backfill('EURUSD', now + 2 * minuteMs, 1);
    expect(last).toEqual({ ...barAt(playFrom + minuteMs), time: nowMinute + minuteMs });
    expect((await market.backfill('EURUSD', now, 500)).length).toBe(60);
  });

  test('ends with a state that has the reason, a gap from there on, and no further tick', async () => {
    const { virtual, market, recorder } = play(file, recordedFrom + 118 * minuteMs, nowMinute);
    await market.start(recorder);
    virtual.advance(10 * minuteMs);
    expect(market.state()).toEqual({ connected: false, reason: 'the recording has ended' });
    expect(recorder.gaps).toEqual([{ symbols: ['EURUSD'], from: nowMinute + 2 * minuteMs, to: null }]);
    expect(recorder.ticks.at(-1)?.time).toBe(nowMinute + 2 * minuteMs - 250);
    expect(virtual.waiting()).toBe(0);
  });
});

const saturday = Date.UTC(2018, 9, 6);

describe('where a recording starts', () => {
  const [hour, day] = [60, 1_440];
  const friday = Date.UTC(2018, 9, 5);
  const thursday = Date.UTC(2018, 9, 4, 18);
  /**
   * The recorded minute mapped to `at`, the bars before it, and the minutes with ticks in the hour
   * after it.
   */
  const started = async (name: string, from: number, minutes: number, at: number) => {
    const { virtual, market, recorder } = play(dated(name, from, minutes), undefined, at);
    const history = await market.backfill('EURUSD', at, 1_500);
    await market.start(recorder);
    virtual.advance(hour * minuteMs);
    const minutesPlayed = new Set(recorder.ticks.map(({ time }) => Math.floor(time / minuteMs)));
    const [first] = recorder.ticks;
    const recordedAt = from + Math.round(((first?.bid ?? Number.NaN) - 1) * 100_000) * minuteMs;
    return { recordedAt, history: history.length, played: minutesPlayed.size };
  };
  /** Bars whose price encodes their minute. */
  const dated = (name: string, from: number, minutes: number): string => {
    const rows = Array.from({ length: minutes }, (_, i) => {
      const price = (1 + i / 100_000).toFixed(5);
      return [from / 1_000 + i * 60, price, price, price, price].join(',');
    });
    const path = join(folder, name);
    writeFileSync(path, ['time,open,high,low,close', ...rows].join('\n'));
    return path;
  };

  test.each([
    ['Tuesday', Date.UTC(2026, 8, 15, 8, 30)],
    ['Friday', Date.UTC(2026, 8, 18, 14, 5)],
    ['Sunday evening', Date.UTC(2026, 8, 20, 22)],
  ])('three weeks, on a %s: at the same weekday and minute, a whole number of weeks away', async (_, at) => {
    const { recordedAt, history, played } = await started('EURUSD-weeks.csv', friday, 21 * day, at);
    expect((at - recordedAt) % (7 * day * minuteMs)).toBe(0);
    expect([history, played]).toEqual([1_500, 61]);
  });

  test('has 1,500 bars before the start and an hour to play for two days and two hours, at any time', async () => {
    const monday = Date.UTC(2026, 2, 2, 13);
    for (let hours = 0; hours < 7 * 24; hours += 5) {
      const at = Date.UTC(2026, 10, 21) + (hours * 60 + hours) * minuteMs;
      const { history, played } = await started('EURUSD-two-days.csv', monday, 3_000, at);
      expect([at, history, played]).toEqual([at, 1_500, 61]);
    }
  });

  test('preserves the hour of New York in the other half of the year, not that of UTC', async () => {
    const winter = Date.UTC(2026, 11, 15, 9, 30);
    const { recordedAt } = await started('EURUSD-winter.csv', friday, 21 * day, winter);
    expect((winter - recordedAt) % (7 * day * minuteMs)).toBe(hour * minuteMs);
  });

  test.each([
    ['an hour', friday, hour, 30, 30],
    ['five hours: enough for the models', friday, 5 * hour, 241, 59],
    ['ten hours: in the middle', friday, 10 * hour, 300, 61],
    ['two days, one of them a Saturday', friday, 2 * day, 630, 61],
    ['from Thursday evening, skipping the weekend', thursday, 4 * day, 1_500, 61],
  ])('%s', async (name, from, minutes, history, played) => {
    const start = await started(`EURUSD-${name}.csv`, from, minutes, now);
    expect([start.history, start.played]).toEqual([history, played]);
  });
});

test('preserves bid, ask and spacing of ticks from a file', async () => {
  const path = join(folder, 'USDJPY-ticks.csv');
  writeFileSync(path, 'time,bid,ask\n1538568000.5,113.1,113.11\n1538568001.75,113.2,113.22\n1538568061,113.3,113.31\n');
  const { virtual, market, recorder } = play(path, 1_538_568_000_000, nowMinute);
  await market.start(recorder);
  virtual.advance(10_000);
  expect(recorder.ticks.map(({ time, bid, ask }) => [time - nowMinute, bid, ask])).toEqual([
    [500, 113.1, 113.11],
    [1_750, 113.2, 113.22],
  ]);
});

test.each([
  ['no file', () => [], 'no file is named'],
  [
    'a pair twice',
    () => [recorded('EURUSD-a.csv', recordedFrom, 5), recorded('EURUSD-b.csv', recordedFrom, 5)],
    'EURUSD twice',
  ],
  [
    'nothing in common',
    () => [recorded('EURUSD-c.csv', recordedFrom, 5), recorded('AUDUSD.csv', recordedFrom + hourMs, 5)],
    'no time in common',
  ],
  ['a file without a bar', () => [recorded('USDCAD.csv', recordedFrom, 0)], /USDCAD\.csv: the recording is empty/],
  ['a closed weekend', () => [recorded('NZDUSD.csv', saturday, 60)], /NZDUSD\.csv: the recording is empty/],
  ['a pair that is not quoted', () => [recorded('EURSEK.csv', recordedFrom, 5)], /EURSEK is no pair of the product/],
])('rejects %s with a readable message', (_, files, words) => {
  const { clock, scheduler } = createVirtualTime(now);
  expect(() => createReplayMarket({ files: files(), timezone: null, clock, scheduler })).toThrow(words);
});

test('is at the same point of the file in every process that has the same start', async () => {
  const file = recorded('EURUSD-shared.csv', recordedFrom - 2 * dayMs, 4 * 1_440);
  const ticksOfOneFrom = async (joinedAt: number) => {
    const virtual = createVirtualTime(joinedAt);
    const clock = createReplayClock({ speed: 10, startedAt: now, realNow: virtual.clock.now, origin: now });
    const market = createReplayMarket({
      files: [file],
      timezone: null,
      startedAt: now,
      speed: 10,
      clock,
      scheduler: virtual.scheduler,
    });
    const recorder = createFeedRecorder();
    await market.start(recorder);
    virtual.advance(now + 60_000 - joinedAt);
    return recorder.ticks;
  };
  const [first, later] = [await ticksOfOneFrom(now), await ticksOfOneFrom(now + 30_000)];
  expect(later.length).toBeGreaterThan(100);
  expect(first.filter(({ time }) => time >= (later[0]?.time ?? 0))).toEqual(later);
});
