import { describe, expect, it } from 'vitest';
import { minuteMs } from '#domain/time.ts';
import { createRandom } from './boost-trees.ts';
import { fitStack, scoreStack } from './fit-stack.ts';
import type { Fold } from './folds.ts';
import type { TrainingRows } from './training-rows.ts';

const size = 60_000;
const draw = createRandom(5);
const rows = {
  size,
  symbols: ['EURUSD'],
  features: new Float32Array(0),
  time: Float64Array.from({ length: size }, (_, i) => i * minuteMs),
  pair: new Uint8Array(size),
  session: Uint8Array.from({ length: size }, (_, i) => i % 3),
  outcomes: {} as TrainingRows['outcomes'],
} satisfies TrainingRows;
const all = Int32Array.from({ length: size }, (_, i) => i);

/**
 * Log-odds of the truth during the day session: 1.0 × first + 0.5 × second; elsewhere the first
 * alone. The third is the first's opposite.
 */
const first = Float32Array.from({ length: size }, () => draw() - 0.5);
const second = Float32Array.from({ length: size }, () => draw() - 0.5);
const opposite = Float32Array.from(first, (value) => -value / 2 + (draw() - 0.5));
const outcome = Int8Array.from(first, (value, row) => {
  const logOdds = 2 * value + (row % 3 === 0 ? (second[row] as number) : 0);
  return draw() < 1 / (1 + Math.exp(-logOdds)) ? 1 : -1;
});

describe('the weights of a stack', () => {
  it('match those that generated the outcomes, for each session', () => {
    const { day, evening } = fitStack(rows, outcome, all, [first, second]);
    expect(day[0]).toBeCloseTo(2, 0);
    expect(day[1]).toBeCloseTo(1, 0);
    expect(Math.abs((day[0] ?? 0) - 2)).toBeLessThan(0.25);
    expect(Math.abs(evening[1] ?? 1)).toBeLessThan(0.25);
  });

  it('are never negative: a member that only contradicts is excluded', () => {
    const turned = first.map((value) => -value);
    const { day } = fitStack(rows, outcome, all, [turned, second]);
    expect(day[0]).toBe(0);
    expect(day[1]).toBeGreaterThan(0);
  });

  it('skip rows without a score of a member', () => {
    const holey = first.map((value, row) => (row % 2 === 0 ? value : Number.NaN));
    const half = all.filter((row) => row % 2 === 0);
    expect(fitStack(rows, outcome, all, [holey, second])).toEqual(fitStack(rows, outcome, half, [holey, second]));
  });
});

it('a stack walks forward: its first fold has no score, and later data changes nothing before it', () => {
  const third = (size / 3) * minuteMs;
  const folds: Fold[] = [0, 1, 2].map((k) => ({ from: k * third, to: (k + 1) * third }));
  const scored = (truth: Int8Array): Float32Array => {
    const scores = new Float32Array(size).fill(Number.NaN);
    scoreStack(rows, truth, folds, [first, second, opposite], scores);
    return scores;
  };
  const scores = scored(outcome);
  const lateTurned = outcome.map((value, row) => (row >= (2 * size) / 3 ? -value : value));
  expect(scores.subarray(0, size / 3).every(Number.isNaN)).toBe(true);
  expect(scores.subarray(size / 3).every(Number.isFinite)).toBe(true);
  expect(scored(lateTurned)).toEqual(scores);
});
