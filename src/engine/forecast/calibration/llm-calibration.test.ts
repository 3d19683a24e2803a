import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { getBreakEven } from '#domain/signals/edge.ts';
import { calibrateStated, slopeFrom, type StatedGroup } from './llm-calibration.ts';

/** A record in which answers with each stated confidence were correct at this rate. */
const record = (count: number, getShare: (confidence: number) => number): StatedGroup[] =>
  [0.55, 0.6, 0.7, 0.8].map((confidence) => ({
    confidence,
    count: count / 4,
    won: (count / 4) * getShare(confidence),
  }));

const groups = fc.array(
  fc
    .record({
      confidence: fc.double({ min: 0.5, max: 1, noNaN: true }),
      count: fc.nat(5_000),
      share: fc.double({ min: 0, max: 1, noNaN: true }),
    })
    .map(({ confidence, count, share }) => ({ confidence, count, won: Math.round(count * share) })),
  { maxLength: 50 },
);

describe('the stated probability of a language model', () => {
  it('counts for a tenth of its log-odds while nothing is settled', () => {
    expect(slopeFrom([])).toBeCloseTo(0.1, 12);
    expect(calibrateStated(0.7, slopeFrom([]))).toBeCloseTo(0.5212, 4);
  });

  it('counts for little permanently when it is correct as often as a coin', () => {
    expect(slopeFrom(record(200, () => 0.5))).toBeCloseTo(0.035, 3);
    expect(slopeFrom(record(20_000, () => 0.5))).toBeLessThan(0.01);
  });

  it('counts in full eventually when it is correct as often as stated', () => {
    const honest = (count: number) => slopeFrom(record(count, (confidence) => confidence));
    expect(honest(200)).toBeGreaterThan(0.4);
    expect(honest(200)).toBeLessThan(0.75);
    expect(honest(20_000)).toBeGreaterThan(0.98);
  });

  it('never counts for the opposite, however often it is wrong', () => {
    const slope = slopeFrom(record(4_000, () => 0.3));
    expect(slope).toBe(0.001);
    expect(calibrateStated(0.9, slope)).toBeGreaterThan(0.5);
  });

  it('keeps its slope within bounds when it is always right', () => {
    expect(slopeFrom(record(4_000, () => 1))).toBe(1);
  });
});

describe('break-even at a payout of 82 %', () => {
  const breakEven = 100 * getBreakEven(0.82);

  it('takes a stated 88 % or more from a model without a record', () => {
    const passability = (stated: number) => 100 * calibrateStated(stated, slopeFrom([]));
    expect(passability(0.87)).toBeLessThan(breakEven);
    expect(passability(0.88)).toBeGreaterThan(breakEven);
  });

  it('is out of reach for a model whose record is a coin', () => {
    expect(100 * calibrateStated(1, slopeFrom(record(200, () => 0.5)))).toBeLessThan(breakEven);
  });
});

describe('for any record', () => {
  it('the order, the side and the mirror symmetry are preserved, strictly inside 0 and 1', () => {
    const p = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(groups, p, p, (of, one, other) => {
        const slope = slopeFrom(of);
        const [a, b] = [calibrateStated(one, slope), calibrateStated(other, slope)];
        expect(a > 0 && a < 1).toBe(true);
        expect(Math.abs(a - 0.5)).toBeLessThanOrEqual(Math.abs(Math.min(0.99, Math.max(0.01, one)) - 0.5) + 1e-12);
        expect(calibrateStated(1 - one, slope) + a).toBeCloseTo(1, 12);
        if (one > other) expect(a).toBeGreaterThanOrEqual(b);
        if (one > 0.5) expect(a).toBeGreaterThanOrEqual(0.5);
      }),
    );
  });

  it('the slope is the most probable one: slightly more or less is less probable', () => {
    const x = (p: number) => Math.log(p / (1 - p));
    const logPosterior = (k: number, of: readonly StatedGroup[]) =>
      of.reduce(
        (sum, { confidence, count, won }) =>
          sum -
          won * Math.log1p(Math.exp(-k * x(confidence))) -
          (count - won) * Math.log1p(Math.exp(k * x(confidence))),
        -(((200 * x(0.65) ** 2) / 4) * (k - 0.1) ** 2) / 2,
      );
    for (const share of [0.5, 0.53, 0.58, 0.62]) {
      const of = record(600, () => share);
      const slope = slopeFrom(of);
      expect(logPosterior(slope, of)).toBeGreaterThan(logPosterior(slope + 1e-4, of));
      expect(logPosterior(slope, of)).toBeGreaterThan(logPosterior(slope - 1e-4, of));
    }
  });
});
