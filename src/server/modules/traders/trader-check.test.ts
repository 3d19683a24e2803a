import { expect, it } from 'vitest';
import { nextCheckAt } from './trader-check.ts';

it('retries after 5, 10, 20, 40 s, 1, 2 and then every 5 minutes, for an hour', () => {
  const requested: number[] = [];
  for (let now: number | null = 0, attempts = 0; now !== null; attempts++) {
    requested.push(now / 1000);
    now = nextCheckAt({ startedAt: 0, attempts, atLeastMs: 0 }, now);
  }
  expect(requested.slice(0, 9)).toEqual([0, 5, 15, 35, 75, 135, 255, 555, 855]);
  expect([requested.at(-1), requested.length]).toEqual([3555, 18]);
});

it('honours the retry delay requested by the broker', () => {
  expect(nextCheckAt({ startedAt: 0, attempts: 0, atLeastMs: 90_000 }, 1_000)).toBe(91_000);
  expect(nextCheckAt({ startedAt: 0, attempts: 0, atLeastMs: 4_000_000 }, 1_000)).toBeNull();
});
