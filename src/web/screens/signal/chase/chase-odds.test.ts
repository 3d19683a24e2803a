import { expect, test } from 'vitest';
import { chaseOdds, chaseStake, inHundred } from './chase-odds.ts';

const afterFirstLoss = chaseOdds({ firstStake: 10, payout: 0.85, p: 0.533, lostSteps: 1 });

test('the stake doubles with each step, and the loss is the sum of all stakes', () => {
  expect(afterFirstLoss.steps).toEqual([
    { step: 1, stake: 10, lost: 10 },
    { step: 2, stake: 20, lost: 30 },
    { step: 3, stake: 40, lost: 70 },
  ]);
  expect([afterFirstLoss.stop, afterFirstLoss.atRisk]).toEqual([-10, 60]);
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

// The design drawing of this panel (42) uses rounded shares; exact: 0.533·7 + 0.2489·4 − 0.2181·70.
test('the mean weights every end by its probability', () => {
  expect(afterFirstLoss.mean).toBeCloseTo(0.533 * 7 + 0.467 * 0.533 * 4 - 0.467 * 0.467 * 70, 12);
  expect(afterFirstLoss.mean).toBeLessThan(afterFirstLoss.stop * 1.05);
});

test('after the first chase one step remains', () => {
  const { ends, stop, atRisk } = chaseOdds({ firstStake: 10, payout: 0.85, p: 0.5, lostSteps: 2 });
  expect(ends.map(({ wonAt, chance, total }) => [wonAt, chance, total])).toEqual([
    [3, 0.5, 4],
    [null, 0.5, -70],
  ]);
  expect([stop, atRisk]).toEqual([-30, 40]);
});

/** Simulation of a hundred thousand chains with a seeded generator (mulberry32). */
test('simulated chains end as often as stated', () => {
  const random = mulberry32(7);
  const { ends, mean } = chaseOdds({ firstStake: 10, payout: 0.82, p: 0.56, lostSteps: 1 });
  let sum = 0;
  let lost = 0;
  const chains = 100_000;
  for (let chain = 0; chain < chains; chain += 1) {
    const end = random() < 0.56 ? ends[0] : random() < 0.56 ? ends[1] : ends[2];
    sum += end?.total ?? 0;
    if (end?.wonAt === null) lost += 1;
  }
  expect(sum / chains).toBeCloseTo(mean, 0);
  expect(lost / chains).toBeCloseTo(0.44 ** 2, 2);
});

test.each([
  [
    [0.533, 0.2489, 0.2181],
    [53, 25, 22],
  ],
  [
    [1 / 3, 1 / 3, 1 / 3],
    [34, 33, 33],
  ],
  [
    [0.5, 0.5],
    [50, 50],
  ],
])('splits a hundred by the shares %j into %j', (shares, parts) => {
  expect(inHundred(shares)).toEqual(parts);
});

function mulberry32(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
