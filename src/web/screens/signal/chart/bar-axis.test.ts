import { expect, test } from 'vitest';
import { barAxis } from './bar-axis.ts';

const start = Date.parse('2026-11-18T12:00:00.000Z');
const minute = 60_000;
const bar = (index: number) => ({
  time: new Date(start + index * minute).toISOString(),
  open: 1,
  high: 1,
  low: 1,
  close: 1,
});

test('a bar covers its minute from half a place before its middle to half after', () => {
  const axis = barAxis([bar(0), bar(1), bar(2)], start + 2 * minute);
  expect(axis.placeOf(start + minute)).toBe(0.5);
  expect(axis.placeOf(start + 1.5 * minute)).toBe(1);
});

test('minutes to come have places of their own', () => {
  const axis = barAxis([bar(0)], start + 5 * minute);
  expect(axis.placeOf(start + 5 * minute)).toBe(4.5);
  expect(axis.future[0]).toBe((start + minute) / 1000);
  expect(axis.future).toHaveLength(8);
});

test('minutes without trading have no place', () => {
  const axis = barAxis([bar(0), bar(10)], start + 10 * minute);
  expect(axis.placeOf(start + 10 * minute)).toBe(0.5);
});
