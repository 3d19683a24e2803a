import { describe, expect, it } from 'vitest';
import { createChance } from '#tests/support/chance.ts';
import { isFullRun } from '#tests/support/full-run.ts';
import { addCluster, addSums, addToCluster, clusteredInterval, noClusters, varianceOfSum } from './cluster-sums.ts';
import { minHoursForRate } from './shown-rate.ts';
import { studentQuantile, wilsonInterval } from './wilson-interval.ts';

/** Clusters of outcomes: wins and losses of each. */
const computeSums = (clusters: readonly (readonly number[])[]) => {
  const sums = noClusters();
  clusters.forEach((outcomes, id) => {
    for (const won of outcomes) addToCluster(sums, id, won);
  });
  return sums;
};

describe('clustered outcomes', () => {
  it('that are identical within a cluster count about once per cluster', () => {
    const alike = computeSums(Array.from({ length: 100 }, (_, i) => Array<number>(10).fill(i % 2)));
    const interval = clusteredInterval(alike);
    expect(interval?.effective).toBeCloseTo(99, 6);
    expect(interval).toMatchObject(wilsonInterval(49.5, 99, studentQuantile(99)) ?? {});
  });

  it('have no interval below 20 hours, whatever their number', () => {
    const firstHour = computeSums([Array.from({ length: 103 }, (_, i) => (i % 3 === 0 ? 1 : 0))]);
    expect(clusteredInterval(firstHour)).toBeNull();
    const hours = (length: number) => computeSums(Array.from({ length }, (_, i) => [1, 0, 1, i % 2]));
    expect(clusteredInterval(hours(minHoursForRate - 1))).toBeNull();
    expect(clusteredInterval(hours(minHoursForRate))).not.toBeNull();
  });

  it('have the variance of the cluster sums around their expected values', () => {
    const sums = computeSums([[1, 1, 0], [0], [1, 0, 0, 0]]);
    const mean = 3 / 8;
    const expected = (2 - 3 * mean) ** 2 + (0 - mean) ** 2 + (1 - 4 * mean) ** 2;
    expect(varianceOfSum(sums, 0)).toBeCloseTo(expected, 12);
  });

  it('add up over several days to the combined sums', () => {
    const [one, two] = [computeSums([[1, 0], [1]]), computeSums([[0, 0, 1]])];
    const together = noClusters();
    addSums(together, one);
    addSums(together, two);
    expect(varianceOfSum(together, 0)).toBeCloseTo(varianceOfSum(computeSums([[1, 0], [1], [0, 0, 1]]), 0), 12);
    expect(together).toMatchObject({ count: 6, sum: 3, clusters: 3 });
    expect(two.open).not.toBeNull();
  });

  it('give the same sums one by one and in bulk, and no interval when empty', () => {
    const whole = noClusters();
    addCluster(whole, 3, 2);
    addCluster(whole, 0, 0);
    const single = noClusters();
    addSums(single, computeSums([[1, 1, 0]]));
    expect(whole).toEqual(single);
    expect(clusteredInterval(noClusters())).toBeNull();
  });

  it('have an interval even when all won, all lost or balanced', () => {
    const interval = (cluster: number[]) => clusteredInterval(computeSums(Array<number[]>(25).fill(cluster)));
    expect(interval([1, 1])).toEqual({ ...wilsonInterval(50, 50, studentQuantile(24)), effective: 50 });
    expect(interval([0])).toEqual({ ...wilsonInterval(0, 25, studentQuantile(24)), effective: 25 });
    expect(interval([1, 0])).toEqual({ ...wilsonInterval(25, 50, studentQuantile(24)), effective: 50 });
  });
});

it.each([
  [3, 3.18245],
  [5, 2.57058],
  [19, 2.09302],
  [199, 1.97196],
])('the quantile of Student’s t with %i degrees of freedom is %f', (df, quantile) => {
  expect(studentQuantile(df)).toBeCloseTo(quantile, df < 5 ? 1 : 3);
});

it('the Wilson interval matches the published example: 81 of 263', () => {
  // R. G. Newcombe, Statistics in Medicine 17 (1998), table I, method 3.
  const { low, high } = wilsonInterval(81, 263) ?? {};
  expect([low, high]).toEqual([expect.closeTo(0.2553, 4), expect.closeTo(0.3662, 4)]);
});

describe('the coverage of the 95 % interval', () => {
  const chance = createChance(65);
  const normal = () => Math.sqrt(-2 * Math.log(1 - chance())) * Math.cos(2 * Math.PI * chance());
  const truth = 0.55;

  /**
   * One hour of outcomes, with its own number and win rate. `spread`: standard deviation of that
   * rate.
   */
  const anHour = (spread: number): readonly [number, number] => {
    const size = Math.max(1, Math.round(40 * Math.exp(0.5 * normal() - 0.125)));
    const rate = truth + spread * (chance() < 0.5 ? -1 : 1);
    let won = 0;
    for (let i = 0; i < size; i += 1) if (chance() < rate) won += 1;
    return [size, won];
  };
  const anInterval = (hours: number, spread: number) => {
    const sums = noClusters();
    for (let hour = 0; hour < hours; hour += 1) addCluster(sums, ...anHour(spread));
    return clusteredInterval(sums);
  };
  const coverage = (hours: number, spread: number): number => {
    const runs = 10_000;
    let held = 0;
    for (let run = 0; run < runs; run += 1) {
      const interval = anInterval(hours, spread);
      if (interval && interval.low <= truth && truth <= interval.high) held += 1;
    }
    return held / runs;
  };

  it('is undefined below 20 hours, where there is no interval', () => {
    for (let hours = 1; hours < minHoursForRate; hours += 1) expect(anInterval(hours, 0.1)).toBeNull();
  });

  // The intra-cluster correlation is spread² / (p (1 − p)): none, 0.01, 0.04.
  const numbers = isFullRun ? [20, 21, 24, 30, 48, 100, 200] : [20, 30, 100];
  it.each(numbers.flatMap((hours) => [0, 0.05, 0.1].map((spread) => ({ hours, spread }))))(
    'is within a point of 95 % for $hours hours whose win rates spread by $spread',
    ({ hours, spread }) => {
      expect(Math.abs(coverage(hours, spread) - 0.95)).toBeLessThan(0.01);
    },
    30_000,
  );
});
