import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { systemScheduler } from '#server/jobs/scheduler.ts';
import { groupCalls } from './group-calls.ts';

/** Fake database for numbers; each group blocks until it is released or rejected. */
function aDatabase() {
  const groups: { readonly items: readonly number[]; end(error?: Error): void }[] = [];
  const write = (items: readonly number[]): Promise<readonly string[]> =>
    new Promise((resolve, reject) => {
      const end = (error?: Error) => (error ? reject(error) : resolve(items.map((item) => `${item} stored`)));
      groups.push({ items, end });
    });
  return { groups, write };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));
const busy = { ms: 1_000, error: () => new Error('busy'), after: systemScheduler.after };

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

describe('grouped writes', () => {
  it('go together while another is in progress, and each gets its own result', async () => {
    const { groups, write } = aDatabase();
    const writeOne = groupCalls({ call: write });
    const all = Promise.all([1, 2, 3].map(writeOne));
    groups[0]?.end();
    await settled();
    groups[1]?.end();
    expect(await all).toEqual(['1 stored', '2 stored', '3 stored']);
    expect(groups.map(({ items }) => items)).toEqual([[1], [2, 3]]);
  });

  it('are limited to a hundred per group', async () => {
    const { groups, write } = aDatabase();
    const writeOne = groupCalls({ call: write });
    const all = Promise.all(Array.from({ length: 152 }, (_, i) => writeOne(i)));
    for (let i = 0; i < 3; i++) {
      groups[i]?.end();
      await settled();
    }
    expect(await all).toHaveLength(152);
    expect(groups.map(({ items }) => items.length)).toEqual([1, 100, 51]);
  });

  it('are retried one by one when a group fails, so that one error rejects one item', async () => {
    const { groups, write } = aDatabase();
    const writeOne = groupCalls({ call: write });
    const all = Promise.allSettled([1, 2, 3].map(writeOne));
    const errors = [undefined, new Error('one of you'), new Error('two is no good'), undefined];
    for (const [i, error] of errors.entries()) {
      groups[i]?.end(error);
      await settled();
    }
    expect(await all).toMatchObject([
      { value: '1 stored' },
      { reason: new Error('two is no good') },
      { value: '3 stored' },
    ]);
    expect(groups.map(({ items }) => items)).toEqual([[1], [2, 3], [2], [3]]);
  });

  it('fail together immediately when the database is unavailable', async () => {
    const { groups, write } = aDatabase();
    const writeOne = groupCalls({ call: write });
    const all = Promise.allSettled([1, 2, 3].map(writeOne));
    groups[0]?.end();
    await settled();
    groups[1]?.end(new Error('Connection terminated unexpectedly'));
    expect((await all).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected']);
    expect(groups).toHaveLength(2);
  });

  it('are rejected when they wait too long, except the one in progress', async () => {
    const { groups, write } = aDatabase();
    const writeOne = groupCalls({ call: write, rejectAfter: busy });
    const first = writeOne(1);
    const second = writeOne(2);
    vi.advanceTimersByTime(999);
    const third = writeOne(3);
    vi.advanceTimersByTime(1);
    await expect(second).rejects.toThrow('busy');
    groups[0]?.end();
    await settled();
    groups[1]?.end();
    expect(await Promise.all([first, third])).toEqual(['1 stored', '3 stored']);
    expect(groups[1]?.items).toEqual([3]);
  });
});
