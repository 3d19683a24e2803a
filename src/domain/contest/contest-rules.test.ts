import { expect, test } from 'vitest';
import { drawRandom } from './contest-rules.ts';

test('draws different items, by the numbers of the source of randomness', () => {
  const numbers = [3, 0, 2];
  const asked: number[] = [];
  const drawn = drawRandom(['a', 'b', 'c', 'd', 'e'], 3, (max) => {
    asked.push(max);
    return numbers.shift() ?? 0;
  });
  expect(drawn).toEqual(['d', 'a', 'e']);
  expect(asked).toEqual([5, 4, 3]);
});

test.each([0, 2])('draws all of %i items when there are fewer than asked for', (count) => {
  const items = Array.from({ length: count }, (_, i) => i);
  expect(drawRandom(items, 5, () => 0)).toEqual(items);
});
