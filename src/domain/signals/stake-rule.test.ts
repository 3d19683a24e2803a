import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { createChance } from '#tests/support/chance.ts';
import { projectStakes, type StakePlan, survivedLosses } from './stake-rule.ts';

const plan: StakePlan = { balance: 124.5, stake: 10, payout: 0.85, p: 0.545, trades: 200, minBalance: 10 };

/** Enumerates every path of wins and losses. */
function bruteForce({ balance, stake, payout, p, trades, minBalance }: StakePlan) {
  let [ruin, behind] = [0, 0];
  const go = (now: number, left: number, chance: number): void => {
    if (now < Math.max(minBalance, stake) - 1e-6) {
      ruin += chance;
      behind += chance;
    } else if (left === 0) behind += now < balance - 1e-6 ? chance : 0;
    else {
      go(now + stake * payout, left - 1, chance * p);
      go(now - stake, left - 1, chance * (1 - p));
    }
  };
  go(balance, trades, 1);
  return { ruin, behind };
}

function monteCarlo({ balance, stake, payout, p, trades, minBalance }: StakePlan, runs: number) {
  const chance = createChance(7);
  let [ruined, behind] = [0, 0];
  for (let run = 0; run < runs; run += 1) {
    let now = balance;
    let isRuined = false;
    for (let made = 0; made < trades && !isRuined; made += 1) {
      now += chance() < p ? stake * payout : -stake;
      isRuined = now < Math.max(minBalance, stake) - 1e-6;
    }
    ruined += isRuined ? 1 : 0;
    behind += now < balance - 1e-6 ? 1 : 0;
  }
  return { ruin: ruined / runs, behind: behind / runs };
}

describe('the balance simulation', () => {
  it('matches the enumeration of every path', () => {
    const plans = fc.record({
      balance: fc.integer({ min: 1_000, max: 8_000 }).map((cents) => cents / 100),
      stake: fc.integer({ min: 100, max: 2_500 }).map((cents) => cents / 100),
      payout: fc.constantFrom(0.7, 0.82, 0.85, 0.92, 1),
      p: fc.double({ min: 0, max: 1, noNaN: true }),
      trades: fc.integer({ min: 0, max: 11 }),
      minBalance: fc.constant(10),
    });
    fc.assert(
      fc.property(plans, (one) => {
        const [exact, counted] = [projectStakes(one), bruteForce(one)];
        expect(exact.ruin).toBeCloseTo(counted.ruin, 9);
        expect(exact.behind).toBeCloseTo(counted.behind, 9);
      }),
      { numRuns: 60 },
    );
  });

  it.each([
    [10, 0.545],
    [20, 0.5],
    [5, 0.51],
  ])('agrees for 200 stakes of %f at a win rate of %f with 20,000 Monte Carlo runs', (stake, p) => {
    const one = { ...plan, stake, p };
    const [exact, tried] = [projectStakes(one), monteCarlo(one, 20_000)];
    // Four standard errors of a share of 20,000.
    expect(Math.abs(exact.ruin - tried.ruin)).toBeLessThan(0.015);
    expect(Math.abs(exact.behind - tried.behind)).toBeLessThan(0.015);
  });

  it('worsens with the stake and improves with the win rate', () => {
    const ruin = (change: Partial<StakePlan>): number => projectStakes({ ...plan, ...change }).ruin;
    const byStake = [1, 2.49, 5, 10, 15, 20, 25].map((stake) => ruin({ stake }));
    expect(byStake).toEqual(byStake.toSorted((a, b) => a - b));
    const byRate = [0.5, 0.52, 0.545, 0.57, 0.6].map((p) => ruin({ p }));
    expect(byRate).toEqual(byRate.toSorted((a, b) => b - a));
  });

  it('is certain ruin when no stake is affordable and no ruin when nothing can be lost', () => {
    expect(projectStakes({ ...plan, balance: 9.99 })).toEqual({ ruin: 1, behind: 1 });
    expect(projectStakes({ ...plan, balance: 24, stake: 25 })).toEqual({ ruin: 1, behind: 1 });
    expect(projectStakes({ ...plan, p: 1 })).toEqual({ ruin: 0, behind: 0 });
    expect(projectStakes({ ...plan, p: 0 }).ruin).toBe(1);
    expect(projectStakes({ ...plan, trades: 0 })).toEqual({ ruin: 0, behind: 0 });
  });
});

test.each([
  [124.5, 2.49, 45],
  [124.5, 10, 11],
  [50, 1, 40],
  [10, 1, 0],
  [24, 25, 0],
  [60, 25, 1],
])('a balance of %f with stakes of %f survives %i consecutive losses', (balance, stake, survived) => {
  expect(survivedLosses({ balance, stake, minBalance: 10 })).toBe(survived);
  const one = { balance, stake, payout: 0.82, p: 0, minBalance: 10 };
  expect(projectStakes({ ...one, trades: survived }).ruin).toBe(balance < Math.max(10, stake) ? 1 : 0);
  expect(projectStakes({ ...one, trades: survived + 1 }).ruin).toBe(1);
});
