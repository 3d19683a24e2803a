import { describe, expect, it } from 'vitest';
import { createStrengthFit } from './strength-fit.ts';

/** EURUSD, USDCHF, EURCHF, EURGBP: a triangle, and a pair that hangs on it. */
const pairs = [
  { base: 0, quote: 1 },
  { base: 1, quote: 2 },
  { base: 0, quote: 2 },
  { base: 0, quote: 3 },
];
const all = Uint8Array.of(1, 1, 1, 1);

function impliedOf(values: readonly number[], ridge: number, present = all): number[] {
  const fit = createStrengthFit(pairs, 4, ridge);
  fit.choose(present);
  const into = new Float64Array(pairs.length).fill(Number.NaN);
  fit.implied(Float64Array.from(values), into);
  return [...into];
}

describe('what the other pairs imply', () => {
  it('is the sum of the triangle’s other sides', () => {
    const [eurusd, usdchf, eurchf] = impliedOf([5, 2, 9, 0], 1e-6);
    expect(eurusd).toBeCloseTo(9 - 2, 4);
    expect(usdchf).toBeCloseTo(9 - 5, 4);
    expect(eurchf).toBeCloseTo(5 + 2, 4);
  });

  it('is the same as a fit without the pair, whatever the ridge', () => {
    const values = [5, 2, 9, -3];
    values.forEach((_, left) => {
      const present = all.map((_here, i) => (i === left ? 0 : 1));
      const fit = createStrengthFit(pairs, 4, 0.3);
      fit.choose(present);
      // A pair that does not take part changes nothing: its own value cannot matter.
      const withOther = values.map((value, i) => (i === left ? 1e6 : value));
      expect(impliedOf(withOther, 0.3)[left]).toBeCloseTo(impliedOf(values, 0.3)[left] as number, 4);
    });
  });

  it('of a pair whose quote nobody else knows is the strength of its base among the rest', () => {
    const [, , , eurgbp] = impliedOf([6, 0, 6, 100], 0.001);
    // EUR stands 6 above USD and CHF, which are equal: 4 above the mean of the three.
    expect(eurgbp).toBeCloseTo(4, 1);
  });

  it('turns with the market', () => {
    const upright = impliedOf([5, 2, 9, -3], 0.05);
    expect(impliedOf([-5, -2, -9, 3], 0.05)).toEqual(upright.map((value) => -value));
  });

  it('is nothing new for pairs that do not take part', () => {
    expect(impliedOf([5, 2, 9, -3], 0.05, Uint8Array.of(1, 1, 1, 0))[3]).toBeNaN();
  });
});
