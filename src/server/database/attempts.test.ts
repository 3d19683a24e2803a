import { beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase } from '#tests/support/test-database.ts';
import { hourMs } from '#domain/time.ts';
import { type Attempts, createAttempts } from './attempts.ts';
import { sharedByTests } from '#tests/support/shared-by-tests.ts';

const database = sharedByTests(createTestDatabase);
let attempts: Attempts;
let now = Date.parse('2026-03-02T09:00:00.000Z');
const clock = { now: () => now };
const limit = { max: 3, windowMs: 60_000 };

beforeAll(async () => {
  attempts = createAttempts(database.db, clock, { secret: 'a secret' });
});
beforeEach(() => {
  now += hourMs;
});

const outcomes = async (times: number, who: string) => {
  const settled = await Promise.allSettled(Array.from({ length: times }, () => attempts.take('try', who, limit)));
  return settled.filter(({ status }) => status === 'fulfilled').length;
};

test('admits up to the max of the window, also under concurrency', async () => {
  expect(await outcomes(50, 'a')).toBe(3);
  expect(await attempts.count('try', 'a')).toBe(50);
  expect(await outcomes(1, 'b')).toBe(1);
});

test('reports when the window ends, and starts another one then', async () => {
  await outcomes(3, 'a');
  now += 15_250;
  await expect(attempts.take('try', 'a', limit)).rejects.toMatchObject({ code: 'rate_limited', retryAfterS: 45 });
  expect(await attempts.secondsLeft('try', 'a', limit)).toBe(45);
  now += 44_750;
  expect(await attempts.secondsLeft('try', 'a', limit)).toBe(0);
  expect(await attempts.count('try', 'a')).toBe(0);
  expect(await outcomes(5, 'a')).toBe(3);
});

test('is shared by processes', async () => {
  const other = createAttempts(database.db, clock, { secret: 'a secret' });
  await attempts.add('shared', 'a', 60_000);
  expect(await other.add('shared', 'a', 60_000)).toBe(2);
});

test('resets only the given caller', async () => {
  await attempts.add('try', 'a', 60_000);
  await attempts.add('try', 'b', 60_000);
  await attempts.invalidate('try', 'a');
  expect([await attempts.count('try', 'a'), await attempts.count('try', 'b')]).toEqual([0, 1]);
});

test('takes back one attempt that turned out to be none', async () => {
  await attempts.add('try', 'a', 60_000);
  await attempts.add('try', 'a', 60_000);
  await attempts.withdraw('try', 'a');
  await attempts.withdraw('try', 'c');
  expect([await attempts.count('try', 'a'), await attempts.count('try', 'c')]).toEqual([1, 0]);
});
