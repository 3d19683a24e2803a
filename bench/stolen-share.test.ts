import { expect, test } from 'vitest';
import { stolenShare, timesIn } from './stolen-share.ts';

const before = timesIn('cpu  100 0 50 800 10 5 5 30 7 0\ncpu0 1 1 1 1 1 1 1 1 1 1\n');
const after = timesIn('cpu  150 0 60 1000 10 5 5 70 9 0\ncpu0 1 1 1 1 1 1 1 1 1 1\n');

test('time given to other machines is a share of all time, with guests counted once', () => {
  // 50 user, 10 system, 200 idle, 40 stolen.
  expect(stolenShare(before, after)).toBeCloseTo(40 / 300, 12);
});

test('is zero without /proc and over an empty interval', () => {
  expect(stolenShare(null, after)).toBe(0);
  expect(stolenShare(after, after)).toBe(0);
});
