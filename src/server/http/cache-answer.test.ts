import { beforeEach, expect, test } from 'vitest';
import { cacheAnswer } from './cache-answer.ts';

let now = 0;
let reads: string[] = [];
let error: Error | null = null;
const readCached = () =>
  cacheAnswer({
    clock: { now: () => now },
    ms: 5_000,
    read: async (key: string) => {
      reads.push(key);
      if (error) throw error;
      return `${key} ${reads.length}`;
    },
  });
beforeEach(() => {
  now = 0;
  reads = [];
  error = null;
});

test('callers within the cache time share one read, even while it is running', async () => {
  const read = readCached();
  expect(await Promise.all([read('a'), read('a')])).toEqual(['a 1', 'a 1']);
  now = 4_999;
  expect(await read('a')).toBe('a 1');
  now = 5_000;
  expect(await read('a')).toBe('a 2');
});

test('another key causes its own read', async () => {
  const read = readCached();
  expect([await read('a'), await read('b')]).toEqual(['a 1', 'b 2']);
});

test('an error rejects all waiting callers and is not cached', async () => {
  const read = readCached();
  error = new Error('the database is unavailable');
  expect((await Promise.allSettled([read('a'), read('a')])).map(({ status }) => status)).toEqual([
    'rejected',
    'rejected',
  ]);
  error = null;
  expect(await read('a')).toBe('a 2');
});

test('a request without a key is cached as well', async () => {
  const read = cacheAnswer({ clock: { now: () => now }, ms: 5_000, read: async () => reads.push('') });
  expect([await read(), await read()]).toEqual([1, 1]);
});
