import { expect, it } from 'vitest';
import { phoneSlowdown } from './phone-slowdown.ts';

it.each([
  [150, 1],
  [475, 1.5],
  [800, 2],
  [1_050, 2.5],
  [1_300, 3],
  [1_533, 4],
  [1_999, 6],
])('maps a machine with index %i to a slowdown of %d', (index, times) => {
  expect(phoneSlowdown(index)).toBeCloseTo(times, 9);
});

it.each([149, Number.NaN])('an index of %d maps to no phone', (index) => {
  expect(() => phoneSlowdown(index)).toThrow('below a phone');
});
