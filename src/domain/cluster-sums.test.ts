import { describe, expect, it } from 'vitest';
import {
  addCluster,
  addSums,
  addToCluster,
  clusteredInterval,
  effectiveCount,
  noClusters,
  varianceOfSum,
} from './cluster-sums.ts';
import { wilsonInterval } from './wilson-interval.ts';

/** Clusters of outcomes: wins and losses of each. */
const sumsOf = (clusters: readonly (readonly number[])[]) => {
  const sums = noClusters();
  clusters.forEach((outcomes, id) => {
    for (const won of outcomes) addToCluster(sums, id, won);
  });
  return sums;
};

describe('outcomes in clusters', () => {
  it('that are all alike within a cluster count once each', () => {
    const alike = sumsOf(Array.from({ length: 100 }, (_, i) => Array<number>(10).fill(i % 2)));
    expect(effectiveCount(alike)).toBeCloseTo(100, 6);
    expect(clusteredInterval(alike)).toEqual(wilsonInterval(50, 100));
  });

  it('that balance each other never count for more than they are', () => {
    const balanced = sumsOf(Array.from({ length: 50 }, () => [1, 0]));
    expect(effectiveCount(balanced)).toBe(100);
    expect(clusteredInterval(balanced)).toEqual(wilsonInterval(50, 100));
  });

  it('have the variance of their clusters’ sums around what their size lets expect', () => {
    const sums = sumsOf([[1, 1, 0], [0], [1, 0, 0, 0]]);
    const mean = 3 / 8;
    const expected = (2 - 3 * mean) ** 2 + (0 - mean) ** 2 + (1 - 4 * mean) ** 2;
    expect(varianceOfSum(sums, 0)).toBeCloseTo(expected, 12);
  });

  it('of several days add up to what they are together', () => {
    const [one, two] = [sumsOf([[1, 0], [1]]), sumsOf([[0, 0, 1]])];
    const together = noClusters();
    addSums(together, one);
    addSums(together, two);
    expect(varianceOfSum(together, 0)).toBeCloseTo(varianceOfSum(sumsOf([[1, 0], [1], [0, 0, 1]]), 0), 12);
    expect(together).toMatchObject({ count: 6, sum: 3, clusters: 3 });
    expect(two.open).not.toBeNull();
  });

  it('are the same one by one and at once, and none are none', () => {
    const whole = noClusters();
    addCluster(whole, 3, 2);
    addCluster(whole, 0, 0);
    const single = noClusters();
    addSums(single, sumsOf([[1, 1, 0]]));
    expect(whole).toEqual(single);
    expect(clusteredInterval(noClusters())).toBeNull();
  });

  it('that are all won or all lost keep an interval', () => {
    expect(clusteredInterval(sumsOf([[1, 1], [1]]))).toEqual(wilsonInterval(3, 3));
  });
});
