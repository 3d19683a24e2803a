import { expect, test } from 'vitest';
import { dayMs, minuteMs } from '#domain/time.ts';
import { timeTicks } from './equity-shown.tsx';

const noon = Date.parse('2026-11-18T12:00:00.000Z');
const createTicks = (period: number, lang: 'uk' | 'en' | 'ru' = 'uk') => timeTicks(noon - period, noon, 4, lang);
const toTexts = (...args: Parameters<typeof createTicks>) => createTicks(...args).map(({ text }) => text);

test.each([20 * minuteMs, 2 * dayMs, 28 * dayMs, 120 * dayMs, 700 * dayMs])(
  'four distances at most fit into a period of %i ms',
  (period) => {
    const ticks = createTicks(period).map(({ at }) => at);
    const distances = ticks.slice(1).map((at, i) => at - (ticks[i] ?? 0));
    expect(distances.length).toBeGreaterThan(0);
    expect(Math.min(...distances)).toBeGreaterThanOrEqual(period / 4);
  },
);

test('dates a month or more apart name their year', () => {
  expect(toTexts(90 * dayMs, 'uk')).toEqual(['04.09.26', '04.10.26', '03.11.26']);
  expect(toTexts(90 * dayMs, 'en')).toEqual(['04/09/26', '04/10/26', '03/11/26']);
  expect(toTexts(20 * dayMs, 'ru')).toEqual(['5 нояб.', '12 нояб.']);
});

test.each([0.9, 1, 1.1, 2.5, 3, 6, 20, 200, 900])('no two labels of a period of %d days are the same', (days) => {
  const texts = toTexts(days * dayMs);
  expect(texts.length).toBeGreaterThan(0);
  expect(new Set(texts).size).toBe(texts.length);
});
