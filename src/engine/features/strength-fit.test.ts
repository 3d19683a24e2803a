import { describe, expect, it } from 'vitest';
import { createStrengthFit } from './strength-fit.ts';

/** EURUSD, USDCHF, EURCHF, EURGBP: a triangle, and a pair attached to it. */
const pairs = [
  { base: 0, quote: 1 },
  { base: 1, quote: 2 },
  { base: 0, quote: 2 },
  { base: 0, quote: 3 },
];
const all = Uint8Array.of(1, 1, 1, 1);

function computeImplied(values: readonly number[], ridge: number, present = all): number[] {
  const fit = createStrengthFit(pairs, 4, ridge);
  fit.choose(present);
  const into = new Float64Array(pairs.length).fill(Number.NaN);
  fit.implied(Float64Array.from(values), into);
  return [...into];
}

describe('the value implied by the other pairs', () => {
  it('is the sum of the other sides of the triangle', () => {
    const [eurusd, usdchf, eurchf] = computeImplied([5, 2, 9, 0], 1e-6);
    expect(eurusd).toBeCloseTo(9 - 2, 4);
    expect(usdchf).toBeCloseTo(9 - 5, 4);
    expect(eurchf).toBeCloseTo(5 + 2, 4);
  });

  it('equals a fit without the pair, for any ridge', () => {
    const values = [5, 2, 9, -3];
    values.forEach((_, left) => {
      const present = all.map((_here, i) => (i === left ? 0 : 1));
      const fit = createStrengthFit(pairs, 4, 0.3);
      fit.choose(present);
      // A pair that does not participate changes nothing, so its own value is irrelevant.
      const withOther = values.map((value, i) => (i === left ? 1e6 : value));
      expect(computeImplied(withOther, 0.3)[left]).toBeCloseTo(computeImplied(values, 0.3)[left] as number, 4);
    });
  });

  it('is the strength of the base among the rest when no other pair has the quote currency', () => {
    const [, , , eurgbp] = computeImplied([6, 0, 6, 100], 0.001);
    // EUR is 6 above USD and CHF, which are equal: 4 above the mean of the three.
    expect(eurgbp).toBeCloseTo(4, 1);
  });

  it('changes its sign when the market is inverted', () => {
    const upright = computeImplied([5, 2, 9, -3], 0.05);
    expect(computeImplied([-5, -2, -9, 3], 0.05)).toEqual(upright.map((value) => -value));
  });

  it('is NaN for pairs that do not participate', () => {
    expect(computeImplied([5, 2, 9, -3], 0.05, Uint8Array.of(1, 1, 1, 0))[3]).toBeNaN();
  });
});
