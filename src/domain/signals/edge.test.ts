import { expect, it, describe, test } from 'vitest';
import { edgeFrom, expectedValue, hasEdge, edgeShare, medianWait, getPayout } from './edge.ts';
import { hourMs, minuteMs } from '#domain/time.ts';

it.each([
  // Break-even at 85 % is 54.054 %, at 82 % 54.945 %.
  ['kurs_ai_v2', 54.26, 0.85, true],
  ['kurs_ai_v2', 54.25, 0.85, false],
  ['kurs_ai_v2', 54.26, 0.82, false],
  ['vip', 55.06, 0.85, true],
  ['vip', 55.05, 0.85, false],
])('%s at %d % and a payout of %d has an edge: %s', (model, probability, payout, expected) => {
  expect(hasEdge({ model, probability, payout })).toBe(expected);
});

it('expects four cents of a dollar from 56 of 100 at a payout of 85 %', () => {
  expect(expectedValue(56, 0.85)).toBeCloseTo(0.036, 12);
});

it('needs two tenths of a point above break-even, and one point as the VIP Indicator', () => {
  expect(edgeFrom('kurs_ai_v2', 0.85)).toBeCloseTo(54.254, 3);
  expect(edgeFrom('vip', 0.85)).toBeCloseTo(55.054, 3);
});

const noon = Date.parse('2026-11-24T12:00:00.000Z');
const getMinutes = (from: number, count: number): number[] =>
  Array.from({ length: count }, (_, i) => from + i * minuteMs);

describe('how often a model has an edge', () => {
  it('is the share of the minutes at the same hour of every recorded day', () => {
    const minutes = [...getMinutes(noon, 60), ...getMinutes(noon + 24 * hourMs, 60)];
    const edges = [noon, noon + minuteMs, noon + 24 * hourMs];
    expect(edgeShare({ minutes, edges }, 12)).toBe(3 / 120);
    expect(edgeShare({ minutes, edges: [] }, 12)).toBe(0);
  });

  it('is not stated below an hour of minutes', () => {
    expect(edgeShare({ minutes: getMinutes(noon, 59), edges: [noon] }, 12)).toBeNull();
    expect(edgeShare({ minutes: getMinutes(noon, 60), edges: [noon] }, 13)).toBeNull();
  });
});

describe('the median wait for an edge', () => {
  it('is taken over the minutes without one, up to the next edge at any hour', () => {
    const minutes = getMinutes(noon, 120);
    expect(medianWait({ minutes, edges: [noon + 60 * minuteMs] }, 12)).toBe(31 * 60);
    const everyThird = minutes.filter((_, i) => i % 3 === 2);
    expect(medianWait({ minutes, edges: everyThird }, 12)).toBe(2 * 60);
  });

  it('is unknown below an hour of minutes, without an edge, and where each minute has one', () => {
    const minutes = getMinutes(noon, 60);
    expect(medianWait({ minutes: minutes.slice(1), edges: [] }, 12)).toBeNull();
    expect(medianWait({ minutes, edges: [] }, 12)).toBeNull();
    expect(medianWait({ minutes, edges: minutes }, 12)).toBeNull();
  });

  it('is unknown when most minutes were followed by none', () => {
    const minutes = getMinutes(noon, 60);
    expect(medianWait({ minutes, edges: [noon + 10 * minuteMs] }, 12)).toBeNull();
  });
});

test('break-even at a payout of 82 % converts back to the payout', () => {
  expect(getPayout(1 / 1.82)).toBeCloseTo(0.82, 12);
});
