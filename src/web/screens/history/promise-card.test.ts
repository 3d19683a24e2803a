import { expect, test } from 'vitest';
import { promiseScale } from './promise-card.tsx';

test('a wide picture of a typical interval has ticks every five', () => {
  expect(promiseScale([0.422, 0.64, 0.563], 50, 480, 8).ticks).toEqual([40, 45, 50, 55, 60, 65, 70]);
});

test('a narrow picture of the same interval has ticks every ten', () => {
  expect(promiseScale([0.422, 0.64, 0.563], 40, 310, 5).ticks).toEqual([40, 50, 60, 70]);
});

test('the scale for a single signal ends at 0 and 100', () => {
  expect(promiseScale([0, 0.793, 1], 0, 100, 8).ticks).toEqual([0, 20, 40, 60, 80, 100]);
});

test('every share is between the ends', () => {
  const { x } = promiseScale([0.422, 0.64], 50, 480, 8);
  expect([x(0.4), x(0.7)]).toEqual([50, 480]);
});
