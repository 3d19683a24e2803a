import { expect, test } from 'vitest';
import { chaseOdds, chaseStake } from './chase-odds.ts';

const afterFirstLoss = chaseOdds({ firstStake: 10, payout: 0.85, p: 0.533, lostStakes: 1, stepsLeft: 2 });

test('the stake doubles with each step, and the loss is the sum of all stakes', () => {
  expect(afterFirstLoss.steps).toEqual([
    { step: 1, stake: 10, lost: 10 },
    { step: 2, stake: 20, lost: 30 },
    { step: 3, stake: 40, lost: 70 },
  ]);
  expect([afterFirstLoss.stop, afterFirstLoss.atRisk]).toEqual([-10, 60]);
});

test('after practice nothing is lost yet, and the first chase is the first stake', () => {
  const { steps, stop, atRisk } = chaseOdds({ firstStake: 10, payout: 0.85, p: 0.533, lostStakes: 0, stepsLeft: 2 });
  expect(steps.map(({ stake }) => stake)).toEqual([10, 20]);
  expect([stop, atRisk]).toEqual([-0, 30]);
});

test('four doubled stakes of $10 are 10, 20, 40 and 80 dollars', () => {
  expect([1, 2, 3, 4].map((step) => chaseStake(10, step))).toEqual([10, 20, 40, 80]);
});

test('a chain ends with its first win or when all steps are lost', () => {
  expect(afterFirstLoss.ends.map(({ wonAt, total }) => [wonAt, total])).toEqual([
    [2, 7],
    [3, 4],
    [null, -70],
  ]);
  expect(afterFirstLoss.ends.map(({ chance }) => Number(chance.toFixed(4)))).toEqual([0.533, 0.2489, 0.2181]);
});
