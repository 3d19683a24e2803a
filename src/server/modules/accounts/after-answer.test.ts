import { expect, test } from 'vitest';
import { silentLog } from '#tests/support/silent-log.ts';
import { createAfterAnswer } from './after-answer.ts';

test('work begins at a random time within half a second, and is awaited at a stop', async () => {
  const pauses: number[] = [];
  const end = Promise.withResolvers<void>();
  const pause = (ms: number): Promise<void> => {
    pauses.push(ms);
    return end.promise;
  };
  const afterAnswer = createAfterAnswer({ log: silentLog, pause });
  let done = 0;
  for (let i = 0; i < 100; i++) afterAnswer.run('a task', async () => void done++);
  expect(done).toBe(0);
  expect(new Set(pauses).size).toBeGreaterThan(10);
  expect(Math.min(...pauses)).toBeGreaterThanOrEqual(0);
  expect(Math.max(...pauses)).toBeLessThan(500);
  end.resolve();
  await afterAnswer.idle();
  expect(done).toBe(100);
});
