import { expect, it } from 'vitest';
import { durations } from '#domain/market/duration.ts';
import { marketSessionAt, marketSessions } from '#domain/market/market-session.ts';
import { dayMs, minuteMs } from '#domain/time.ts';
import { aTreeFile } from '#tests/support/market/model-files.ts';
import type { SignalComparison } from '../evaluation/compare-signals.ts';
import { createRandom } from './boost-trees.ts';
import { byDuration } from './members.ts';
import { recalibrateFolds } from './recalibrate-folds.ts';
import type { TrainingRows } from './training-rows.ts';

/** A Monday, 17:00 in New York. */
const start = Date.parse('2018-10-01T21:00:00Z');
const foldDays = 12;
const stepMs = 2 * minuteMs;
const size = (2 * foldDays * dayMs) / stepMs;
const time = Float64Array.from({ length: size }, (_, row) => start + row * stepMs);
const folds = [0, 1].map((fold) => ({
  from: start + fold * foldDays * dayMs,
  to: start + (fold + 1) * foldDays * dayMs,
}));
const file = aTreeFile();
/** Stated far above break-even by every session. */
const scores = byDuration(() => new Float32Array(size).fill(0.5));

/** `real`: the share of rises among the decisions. */
function rowsWith(real: (row: number) => number): TrainingRows {
  const outcomes = byDuration((duration) => {
    const random = createRandom(duration);
    return Int8Array.from({ length: size }, (_, row) => (random() < real(row) ? 1 : -1));
  });
  return {
    size,
    symbols: ['EURUSD'],
    features: new Float32Array(0),
    time,
    pair: new Uint8Array(size),
    session: Uint8Array.from(time, (at) => marketSessions.indexOf(marketSessionAt(at + minuteMs))),
    outcomes,
    laterOutcomes: outcomes,
  };
}

const comparisons = (real: (row: number) => number): SignalComparison[] =>
  recalibrateFolds(rowsWith(real), file, scores, folds);

const even = comparisons(() => 0.5);

it('withdraws signals that the days before them contradict, beside what the file alone states', () => {
  for (const { rows } of even) {
    for (const { file: alone, calibrated } of rows.filter(({ hours }) => hours === 'all')) {
      expect(alone.n).toBe(size / 2);
      expect(alone.statedMinusReal).toBeGreaterThan(5);
      // The conservative factor holds for nine days, by day only.
      expect(calibrated.n).toBeGreaterThan(0);
      expect(calibrated.n).toBeLessThan(alone.n / 2);
    }
  }
});

it('calibrates a decision on nothing that comes after it, and on no other fold', () => {
  const lateChange = comparisons((row) => (row < size / 2 ? 0.5 : 0.9));
  expect(lateChange[0]).toEqual(even[0]);
  expect(lateChange[1]).not.toEqual(even[1]);
  const earlyChange = comparisons((row) => (row < size / 2 ? 0.9 : 0.5));
  expect(earlyChange[1]?.rows.map(({ calibrated }) => calibrated.n)).toEqual(
    even[1]?.rows.map(({ calibrated }) => calibrated.n),
  );
});

it('leaves out a fold without scores', () => {
  const late = byDuration((duration) => scores[duration].map((score, row) => (row < size / 2 ? Number.NaN : score)));
  expect(
    recalibrateFolds(
      rowsWith(() => 0.5),
      file,
      late,
      folds,
    ).map(({ from }) => from),
  ).toEqual([folds[1]?.from]);
});

it('states all durations of a fold', () => {
  expect(new Set(even[0]?.rows.map(({ duration }) => duration))).toEqual(new Set(durations));
});
