import { expect, test } from 'vitest';
import { lazyPart, partNow } from './lazy-part.ts';

const thrown = (work: () => unknown): unknown => {
  try {
    return work();
  } catch (error) {
    return error;
  }
};

test('fetches a part once, waits while it is loading, and returns it synchronously afterwards', async () => {
  let fetches = 0;
  const part = lazyPart(async () => (fetches += 1));
  const waited = thrown(() => partNow(part));
  expect(waited).toBe(part.load());
  await waited;
  expect([partNow(part), part.loaded(), fetches]).toEqual([1, 1, 1]);
});

test('reports a failed load once, and retries when the page is opened again', async () => {
  const answers = [new Error('gone'), 'here'];
  const part = lazyPart(async () => {
    const answer = answers.shift();
    if (answer instanceof Error) throw answer;
    return answer;
  });
  await expect(part.load()).rejects.toThrow('gone');
  expect(thrown(() => partNow(part))).toEqual(new Error('gone'));
  await part.load();
  expect(partNow(part)).toBe('here');
});
