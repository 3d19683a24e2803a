import { expect, test } from 'vitest';
import { reconnectDelay } from './event-hub.ts';

test('doubles the delay with each failure, up to half a minute', () => {
  expect([0, 1, 2, 3, 20].map((failures) => reconnectDelay(failures, 1, null))).toEqual([
    500, 1000, 2000, 4000, 30_000,
  ]);
});

test('randomises half of the delay', () => {
  expect([0, 0.5].map((random) => reconnectDelay(1, random, null))).toEqual([500, 750]);
});

test('starts with the delay requested by the server', () => {
  expect(reconnectDelay(0, 1, 3000)).toBe(3000);
});
