import { expect, test } from 'vitest';
import { countdownText, shareLeft } from './countdown.ts';

test.each([
  [300_000, '5:00'],
  [299_001, '5:00'],
  [299_000, '4:59'],
  [60_000, '1:00'],
  [59_999, '1:00'],
  [1, '0:01'],
  [0, '0:00'],
  [-5_000, '0:00'],
])('shows %d ms left as %s', (left, text) => {
  expect(countdownText(left)).toBe(text);
});

test('clamps the remaining share to 0 and 1', () => {
  expect([shareLeft(150, 300), shareLeft(-1, 300), shareLeft(400, 300)]).toEqual([0.5, 0, 1]);
});
