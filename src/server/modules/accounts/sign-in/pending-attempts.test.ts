import { expect, test } from 'vitest';
import { minuteMs } from '#domain/time.ts';
import { testAccounts } from '#tests/support/test-people.ts';
import { testPlatform } from '#tests/support/test-platform.ts';
import { createTestDatabase } from '#tests/support/test-database.ts';
import type { AccountsContext } from '../accounts-context.ts';
import { reserveInLine } from './pending-attempts.ts';
import { sharedByTests } from '#tests/support/shared-by-tests.ts';

const database = sharedByTests(createTestDatabase);
let now = Date.parse('2026-03-02T09:00:00.000Z');

const limit = { max: 2, windowMs: 15 * minuteMs };

function subject(onPause: () => Promise<void> = async () => undefined) {
  const platform = testPlatform(database, { clock: { now: () => now } });
  const pause = async (ms: number) => {
    now += ms;
    await onPause();
  };
  return { ...testAccounts(platform).ctx, clock: platform.clock, pause };
}

test('waits for a pending attempt, and takes its place once it has succeeded', async () => {
  const ctx: AccountsContext = subject(() => ctx.attempts.settle('try', 'a', 'succeeded'));
  for (let i = 0; i < 2; i++) await ctx.attempts.reserve('try', 'a', limit);
  expect(await reserveInLine(ctx, 'try', 'a', limit)).toMatchObject({ isAdmitted: true, count: 2 });
});

test('waits for five seconds at most, as behind a process that was killed', async () => {
  const ctx = subject();
  for (let i = 0; i < 2; i++) await ctx.attempts.reserve('try', 'b', limit);
  const before = now;
  expect(await reserveInLine(ctx, 'try', 'b', limit)).toMatchObject({ isAdmitted: false, secondsLeft: 1 });
  expect(now - before).toBe(5_000);
});

test('is rejected at once when failures have filled the limit, until its window ends', async () => {
  const ctx = subject(() => Promise.reject(new Error('waited')));
  for (let i = 0; i < 2; i++) await ctx.attempts.reserve('try', 'c', limit);
  for (let i = 0; i < 2; i++) await ctx.attempts.settle('try', 'c', 'failed');
  expect(await reserveInLine(ctx, 'try', 'c', limit)).toMatchObject({ isAdmitted: false, secondsLeft: 900 });
  now += limit.windowMs;
  expect(await reserveInLine(ctx, 'try', 'c', limit)).toMatchObject({ isAdmitted: true, count: 1 });
});

test('a success removes the failures before it, but no attempt that is still pending', async () => {
  const ctx = subject();
  const wide = { max: 10, windowMs: limit.windowMs };
  for (let i = 0; i < 4; i++) await ctx.attempts.reserve('try', 'e', wide);
  await ctx.attempts.settle('try', 'e', 'failed');
  await ctx.attempts.settle('try', 'e', 'succeeded');
  expect(await ctx.attempts.count('try', 'e')).toBe(2);
});
