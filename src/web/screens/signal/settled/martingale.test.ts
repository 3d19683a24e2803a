import { expect, test } from 'vitest';
import { martingaleSteps, meanOfSeries, oneSeriesIn, payoutOf } from './martingale.ts';

test('break-even at a payout of 82 % converts back to the payout', () => {
  expect(payoutOf(1 / 1.82)).toBeCloseTo(0.82, 12);
});

test('four doubled stakes of $10 at 85 % win 8.5, 7, 4 and −2 dollars and lose 10, 30, 70 and 150', () => {
  const steps = martingaleSteps(10, 4, 0.85);
  expect(steps.map(({ stake }) => stake)).toEqual([10, 20, 40, 80]);
  expect(steps.map(({ ifWin }) => ifWin)).toEqual([8.5, 7, 4, -2]);
  expect(steps.map(({ ifLoss }) => ifLoss)).toEqual([-10, -30, -70, -150]);
});

test('the mean of a series is the sum over all its ends', () => {
  const steps = martingaleSteps(10, 2, 0.8);
  expect(meanOfSeries(steps, 0.5)).toBeCloseTo(0.5 * 8 + 0.25 * 6 + 0.25 * -30, 12);
});

test('at 57 % four losses in a row occur in one series of 29', () => {
  expect(oneSeriesIn(4, 0.57)).toBe(29);
});
