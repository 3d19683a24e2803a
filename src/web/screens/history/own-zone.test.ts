import { expect, test } from 'vitest';
import { offsetName, shiftedHour } from './own-zone.ts';

test.each([
  [0, 120, 2],
  [23, 120, 1],
  [0, -240, 20],
  [12, 0, 12],
])('%i o’clock UTC is %i minutes on %i o’clock', (hour, ahead, expected) => {
  expect(shiftedHour(hour, ahead)).toBe(expected);
});

test.each([
  [0, 'UTC'],
  [120, 'UTC+2'],
  [330, 'UTC+5:30'],
  [-240, 'UTC\u22124'],
])('%i minutes ahead is %s', (ahead, name) => {
  expect(offsetName(ahead)).toBe(name);
});
