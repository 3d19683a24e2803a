import { expect, test } from 'vitest';
import { candleColors, visiblePlaces } from './draw-chart.ts';

test('a wide chart shows 32 bars, a narrow one 20', () => {
  expect([visiblePlaces(700, 5), visiblePlaces(290, 10), visiblePlaces(290, 0)]).toEqual([32, 20, 20]);
});

test.each([2, 3, 5, 7, 10])('the zone of %i minutes is at least 60 px wide on a phone', (minutes) => {
  const width = 280;
  expect((width / visiblePlaces(width, minutes)) * minutes).toBeGreaterThanOrEqual(60 - 1e-9);
});

test('the whole zone fits, however narrow the chart is', () => {
  expect(visiblePlaces(60, 10)).toBe(12.5);
});

test('the price is printed on a colour of text, not of areas', () => {
  const names = ['up', 'down', 'upText', 'downText', 'card', 'grid', 'axis', 'entry', 'ink', 'quiet', 'font'] as const;
  const colors = Object.fromEntries(names.map((name) => [name, name])) as Record<(typeof names)[number], string>;
  expect(candleColors(colors, true).priceLineColor).toBe('upText');
  expect(candleColors(colors, false).priceLineColor).toBe('downText');
});
