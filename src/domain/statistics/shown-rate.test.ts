import { createChance } from '#tests/support/chance.ts';
import { expect, test } from 'vitest';
import {
  hasLean,
  roundTo,
  shownChance,
  shownParts,
  shownPercent,
  shownPoints,
  shownShortBy,
  shownValue,
} from './shown-rate.ts';

test.each([
  [52.85, 52.9],
  [(52.85 / 100) * 100, 52.9],
  [52.849, 52.8],
  [-0.05, -0.1],
  [0.04, 0],
])('%s is shown as %s', (percent, shown) => {
  expect(shownPercent(percent)).toBe(shown);
});

test('a difference is that of the figures shown: 54.9 less 52.9 is 2.0, whatever they were rounded from', () => {
  expect(shownPoints(54.945, 52.854)).toBe(2);
  expect(shownPoints(52.854, 54.945)).toBe(-2);
});

test('negative zero is zero', () => expect(Object.is(roundTo(-0.001, 2), 0)).toBe(true));

test('only a probability that is not shown as 50.0 has a direction', () => {
  expect([50, 50.049, 50.05, 57].map(hasLean)).toEqual([false, false, true, true]);
});

test('a chance of 100, what it needs, its distance and its value are rounded once', () => {
  expect([56.3, 54.05, 52.63].map(shownChance)).toEqual([56, 54, 53]);
  expect(shownShortBy(52.6, 54.05)).toBe(1);
  expect(shownShortBy(54.1, 54.25)).toBe(0);
  expect(shownValue(56.3, 0.85)).toBe(0.04);
  expect(shownValue(50, 0.82)).toBe(-0.09);
});

test.each([
  // One by one they are 2.3, 2.3 and 2.3.
  [[2.34, 2.34, 2.34], 7.02, [2.4, 2.3, 2.3]],
  [[-8.55, 0.84, 0.01], -7.7, [-8.5, 0.8, 0]],
  [[0.04, -0.04, 0], 0, [0, 0, 0]],
  [[], 0, []],
])('parts %j are shown so that they add up to %d', (parts, total, shown) => {
  expect(shownParts(parts, total)).toEqual(shown);
});

test('the parts of any forecast add up to the shown chance, each within a tenth of its own', () => {
  const chance = createChance(7);
  for (let forecast = 0; forecast < 500; forecast += 1) {
    const parts = Array.from({ length: 1 + (forecast % 60) }, () => 4 * chance() - 2);
    const passability = parts.reduce((sum, part) => sum + part, 50);
    const shown = shownParts(parts, passability - 50);
    expect(
      roundTo(
        shown.reduce((sum, part) => sum + part, 50),
        6,
      ),
    ).toBe(roundTo(50 + shownPercent(passability - 50), 6));
    expect(Math.max(...shown.map((part, i) => Math.abs(part - (parts[i] ?? Number.NaN))))).toBeLessThan(0.1);
  }
});
