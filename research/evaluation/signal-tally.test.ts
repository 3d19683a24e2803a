import { expect, it } from 'vitest';
import { noOutcome } from '#engine/bar/bar-outcome.ts';
import { hourMs, minuteMs } from '#domain/time.ts';
import { createSignalTally } from './signal-tally.ts';

const start = Date.parse('2018-10-01T08:00:00Z');

/** Signals at 60 %, `perHour` in each of the hours, of which `wonIn(hour)` win. */
function computeTally(hours: number, perHour: number, wonIn: (hour: number) => number) {
  const tally = createSignalTally();
  for (let hour = 0; hour < hours; hour += 1) {
    for (let i = 0; i < perHour; i += 1) {
      const decidedAt = start + hour * hourMs + i * minuteMs;
      tally.add({ pUp: 0.6, decidedAt }, i < wonIn(hour) ? 1 : -1, 1);
    }
  }
  return tally.figures();
}

it('compares stated with real, leaves ties out of both, and counts them', () => {
  const tally = createSignalTally();
  tally.add({ pUp: 0.6, decidedAt: start }, 1, 1);
  tally.add({ pUp: 0.3, decidedAt: start }, 1, -1);
  tally.add({ pUp: 0.9, decidedAt: start }, 0, 0);
  const { n, stated, real, statedMinusReal, realLater } = tally.figures();
  expect([n, stated, real, statedMinusReal, realLater]).toEqual([3, 65, 50, 15, 100]);
});

it('counts an entry one bar later only where it has an outcome', () => {
  const tally = createSignalTally();
  for (const later of [1, -1, -1, 0, noOutcome]) tally.add({ pUp: 0.6, decidedAt: start }, 1, later);
  expect(tally.figures().realLater).toBeCloseTo(100 / 3, 9);
});

it('states a wider interval where the signals of an hour win or lose together', () => {
  const spread = computeTally(40, 10, (hour) => (hour % 2 === 0 ? 5 : 7));
  const together = computeTally(40, 10, (hour) => (hour % 10 < 6 ? 10 : 0));
  const getWidth = ({ interval }: typeof spread): number => (interval ? interval.high - interval.low : Number.NaN);
  expect(spread.statedMinusReal).toBeCloseTo(0, 9);
  expect(together.statedMinusReal).toBeCloseTo(0, 9);
  // 400 independent signals at 60 %: ± t(39) · √(0.24 / 400) = 4.95 points.
  expect(getWidth(spread)).toBeCloseTo(2 * 4.95, 1);
  // 40 independent hours: √(0.24 / 39) in the place of √(0.24 / 400).
  expect(getWidth(together)).toBeCloseTo(2 * 2.0227 * 100 * Math.sqrt(0.24 / 39), 1);
});

it('states no interval of fewer than 20 hours or 100 signals', () => {
  expect(computeTally(33, 3, () => 2).interval).toBeNull();
  expect(computeTally(19, 10, () => 6).interval).toBeNull();
  expect(computeTally(20, 10, () => 6).interval).not.toBeNull();
});

it('states nothing without a decided signal', () => {
  const none = { n: 0, stated: null, real: null, statedMinusReal: null, interval: null, realLater: null };
  expect(createSignalTally().figures()).toEqual(none);
});
