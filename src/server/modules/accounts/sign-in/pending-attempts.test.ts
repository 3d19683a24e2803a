import { afterAll, beforeAll, expect, test } from 'vitest';
import { minuteMs } from '#domain/time.ts';
import { createAttempts } from '#server/database/attempts.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { createPendingAttempts } from './pending-attempts.ts';

let database: TestDatabase;
let now = Date.parse('2026-03-02T09:00:00.000Z');
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const limit = { max: 2, windowMs: 15 * minuteMs };

function subject(onPause: () => Promise<void> = async () => undefined) {
  const clock = { now: () => now };
  const attempts = createAttempts({ db: database.db, clock, secrets: { secret: 'a secret' } });
  const pause = async (ms: number) => {
    now += ms;
    await onPause();
  };
  return { attempts, ...createPendingAttempts({ attempts, clock, pause }) };
}

test('waits for a pending attempt, and takes its place once it has succeeded', async () => {
  const { attempts, reserveInLine } = subject(() => attempts.settle('try', 'a', 'succeeded'));
  for (let i = 0; i < 2; i++) await attempts.reserve('try', 'a', limit);
  expect(await reserveInLine('try', 'a', limit)).toMatchObject({ isAdmitted: true, count: 2 });
});

test('waits for five seconds at most, as behind a process that was killed', async () => {
  const { attempts, reserveInLine } = subject();
  for (let i = 0; i < 2; i++) await attempts.reserve('try', 'b', limit);
  const before = now;
  expect(await reserveInLine('try', 'b', limit)).toMatchObject({ isAdmitted: false, secondsLeft: 1 });
  expect(now - before).toBe(5_000);
});

test('is rejected at once when failures have filled the limit, until its window ends', async () => {
  const { attempts, reserveInLine } = subject(() => Promise.reject(new Error('waited')));
  for (let i = 0; i < 2; i++) await attempts.reserve('try', 'c', limit);
  for (let i = 0; i < 2; i++) await attempts.settle('try', 'c', 'failed');
  expect(await reserveInLine('try', 'c', limit)).toMatchObject({ isAdmitted: false, secondsLeft: 900 });
  now += limit.windowMs;
  expect(await reserveInLine('try', 'c', limit)).toMatchObject({ isAdmitted: true, count: 1 });
});

test('a success removes the failures before it, but no attempt that is still pending', async () => {
  const { attempts } = subject();
  const wide = { max: 10, windowMs: limit.windowMs };
  for (let i = 0; i < 4; i++) await attempts.reserve('try', 'e', wide);
  await attempts.settle('try', 'e', 'failed');
  await attempts.settle('try', 'e', 'succeeded');
  expect(await attempts.count('try', 'e')).toBe(2);
});
