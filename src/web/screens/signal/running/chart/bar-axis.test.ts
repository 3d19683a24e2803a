import { expect, test } from 'vitest';
import { minuteMs } from '#domain/time.ts';
import { barAxis } from './bar-axis.ts';

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
