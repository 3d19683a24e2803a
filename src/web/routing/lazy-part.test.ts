import { expect, test } from 'vitest';
import { lazyPart, partNow } from './lazy-part.ts';

const thrown = (work: () => unknown): unknown => {
  try {
    return work();
  } catch (error) {
    return error;
  }
};

test('a part is fetched once, waited for while it comes, and there at once when it has come', async () => {
  let fetches = 0;
  const part = lazyPart(async () => (fetches += 1));
  const waited = thrown(() => partNow(part));
  expect(waited).toBe(part.load());
  await waited;
  expect([partNow(part), part.loaded(), fetches]).toEqual([1, 1, 1]);
});

test('a part that does not come is told once, and asked for again by whoever opens the page anew', async () => {
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
