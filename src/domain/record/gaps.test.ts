import { expect, it } from 'vitest';
import { minuteMs } from '../time.ts';
import { gapsBetween } from './gaps.ts';

const start = Date.parse('2026-03-06T21:55:00.000Z');

it('joins neighbouring minutes of one reason and covers every minute once', () => {
  const getReason = (minute: number) => (minute < start + 3 * minuteMs ? 'stopped' : 'closed');
  expect(gapsBetween(start, start + 5 * minuteMs, getReason)).toEqual([
    { from: start, to: start + 3 * minuteMs, reason: 'stopped' },
    { from: start + 3 * minuteMs, to: start + 5 * minuteMs, reason: 'closed' },
  ]);
});

it('is empty when nothing lies between', () => {
  expect(gapsBetween(start, start, () => 'late')).toEqual([]);
  expect(gapsBetween(start + minuteMs, start, () => 'late')).toEqual([]);
});
