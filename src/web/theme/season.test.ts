import { expect, test } from 'vitest';
import { falling, floating } from './season.tsx';

const within = (values: readonly number[], min: number, max: number): boolean =>
  values.every((value) => value >= min && value <= max);

test('seven decorations of four kinds float, 15 to 25 seconds per cycle', () => {
  expect(floating).toHaveLength(7);
  expect(new Set(floating.map(({ shape }) => shape))).toEqual(new Set(['pumpkin', 'bat', 'ghost', 'spider']));
  expect(
    within(
      floating.map(({ duration }) => duration),
      15,
      25,
    ),
  ).toBe(true);
});

test('ten pumpkins fall, 20 to 35 pixels wide, for 8 to 15 seconds, with a delay of 0 to 10 seconds', () => {
  expect(falling).toHaveLength(10);
  expect(
    within(
      falling.map(({ size }) => size),
      20,
      35,
    ),
  ).toBe(true);
  expect(
    within(
      falling.map(({ duration }) => duration),
      8,
      15,
    ),
  ).toBe(true);
  expect(
    within(
      falling.map(({ delay }) => delay),
      0,
      10,
    ),
  ).toBe(true);
});
