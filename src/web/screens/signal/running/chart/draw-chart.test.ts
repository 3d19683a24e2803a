import { expect, test } from 'vitest';
import { minuteMs } from '#domain/time.ts';
import { barAxis, candleColors, visiblePlaces } from './draw-chart.ts';

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

const start = Date.parse('2026-11-18T12:00:00.000Z');
const bar = (index: number) => ({
  time: new Date(start + index * minuteMs).toISOString(),
  open: 1,
  high: 1,
  low: 1,
  close: 1,
});

test('a bar covers its minute from half a position before its centre to half a position after', () => {
  const axis = barAxis([bar(0), bar(1), bar(2)], start + 2 * minuteMs);
  expect(axis.resolvePlace(start + minuteMs)).toBe(0.5);
  expect(axis.resolvePlace(start + 1.5 * minuteMs)).toBe(1);
});

test('future minutes have their own positions', () => {
  const axis = barAxis([bar(0)], start + 5 * minuteMs);
  expect(axis.resolvePlace(start + 5 * minuteMs)).toBe(4.5);
  expect(axis.future[0]).toBe((start + minuteMs) / 1000);
  expect(axis.future).toHaveLength(8);
});

test('minutes without trading have no position', () => {
  const axis = barAxis([bar(0), bar(10)], start + 10 * minuteMs);
  expect(axis.resolvePlace(start + 10 * minuteMs)).toBe(0.5);
});
