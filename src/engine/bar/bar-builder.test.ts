import { expect, test } from 'vitest';
import { minuteMs } from '#domain/time.ts';
import { createBarBuilder } from './bar-builder.ts';

const noon = Date.UTC(2026, 8, 15, 12);
const tick = (time: number, mid: number) => ({
  symbol: 'EURUSD',
  time,
  receivedAt: time,
  bid: mid - 0.00001,
  ask: mid + 0.00001,
});

test('builds a bar from the first, highest, lowest and last mid price of its minute, stamped with its start', () => {
  const builder = createBarBuilder(5);
  for (const [at, mid] of [
    [100, 1.1],
    [20_000, 1.1003],
    [40_000, 1.0998],
    [59_999, 1.1001],
  ] as const) {
    expect(builder.add(tick(noon + at, mid))).toBeNull();
  }
  expect(builder.add(tick(noon + minuteMs, 1.2))).toMatchObject({
    time: noon,
    open: 1.1,
    high: 1.1003,
    low: 1.0998,
    close: 1.1001,
  });
});

test('closes a minute on request without another tick, only once', () => {
  const builder = createBarBuilder(5);
  builder.add(tick(noon + 5, 1.1));
  expect(builder.closeUntil(noon + minuteMs - 1)).toBeNull();
  expect(builder.closeUntil(noon + minuteMs)?.time).toBe(noon);
  expect(builder.closeUntil(noon + minuteMs)).toBeNull();
  expect(builder.closeUntil(noon + 2 * minuteMs)).toBeNull();
});

test('ignores a tick that arrives after its minute was closed', () => {
  const builder = createBarBuilder(5);
  builder.add(tick(noon + 5, 1.1));
  builder.closeUntil(noon + minuteMs);
  expect(builder.add(tick(noon + 59_000, 1.3))).toBeNull();
  builder.add(tick(noon + minuteMs, 1.2));
  expect(builder.closeUntil(noon + 2 * minuteMs)).toMatchObject({ time: noon + minuteMs, high: 1.2, low: 1.2 });
});

test('builds no bar for a minute without ticks', () => {
  const builder = createBarBuilder(5);
  builder.add(tick(noon, 1.1));
  const closed = [builder.add(tick(noon + 3 * minuteMs, 1.1)), builder.closeUntil(noon + 4 * minuteMs)];
  expect(closed.map((bar) => bar?.time)).toEqual([noon, noon + 3 * minuteMs]);
});

test('rounds prices to the precision of the pair', () => {
  const builder = createBarBuilder(3);
  builder.add({ symbol: 'USDJPY', time: noon, receivedAt: noon, bid: 151.2341, ask: 151.2343 });
  expect(builder.closeUntil(noon + minuteMs)).toMatchObject({
    time: noon,
    open: 151.234,
    high: 151.234,
    low: 151.234,
    close: 151.234,
  });
});

/** Of the minute after noon: seconds from its start, bid, ask. */
function countTicks(digits: number, ticks: readonly (readonly [at: number, bid: number, ask: number])[]) {
  const builder = createBarBuilder(digits);
  for (const [at, bid, ask] of ticks) {
    const time = noon + minuteMs + at * 1_000;
    builder.add({ symbol: '', time, receivedAt: time, bid, ask });
  }
  return builder.closeUntil(noon + 2 * minuteMs)?.ticks;
}

test.each([
  [
    'two prices: mean spread, number, moves of the last 5, 15 and 60 s, quiet seconds',
    5,
    [
      [-20, 1.09999, 1.10001],
      [10, 1.1, 1.10002],
      [45, 1.10001, 1.10003],
      [50, 1.1, 1.10003],
      // The same mid, which binary fractions would show as another.
      [55, 1.10001, 1.10002],
      [58.8, 1.0999, 1.09995],
    ],
    [2.6, 5, -1, -1, 0, 1.2],
  ],
  [
    'one price, in whole seconds',
    3,
    [
      [-20, 151.234, 151.234],
      [0, 151.235, 151.235],
      [44, 151.236, 151.236],
      [59, 151.24, 151.24],
    ],
    [null, 3, 1, 1, 3, 1],
  ],
  [
    'one tick at the very end, half a point lower, after minutes without any',
    5,
    [
      [-3_600, 1.1, 1.10001],
      [59.999, 1.09999, 1.10001],
    ],
    [2, 1, -1, -1, -1, 0],
  ],
  ['a pair whose first minute it is, which was perhaps seen only in part', 5, [[1, 1.1, 1.2]], null],
] as const)('states the ticks of %s', (_, digits, ticks, expected) => {
  expect(countTicks(digits, ticks)).toEqual(expected);
});
