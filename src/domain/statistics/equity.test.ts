import fc from 'fast-check';
import { expect, it, test } from 'vitest';
import { type EquityStep, computeEquity, appendToRuns, emptyRuns, lossRunChance } from './equity.ts';
import { hourMs } from '#domain/time.ts';

/**
 * One hour of wins '+', losses '-' and ties '='; the last one ends a second after the hour's start.
 */
const getHour = (marks: string, hour: number): EquityStep => {
  const number = (mark: string) => Array.from(marks).filter((one) => one === mark).length;
  const decided = Array.from(marks).filter((mark) => mark !== '=');
  return {
    startsAt: hour * hourMs,
    lastAt: hour * hourMs + 1_000,
    won: number('+'),
    lost: number('-'),
    neutral: number('='),
    runs: decided.reduce((runs, mark) => appendToRuns(runs, mark === '+'), emptyRuns()),
  };
};

it('sums the result of one stake per forecast, hour by hour', () => {
  expect(computeEquity(['++', '-=-', '-+'].map(getHour), 0.8)).toEqual({
    trades: 7,
    total: -0.6,
    drawdown: { depth: 2.2, from: 1_000, to: 2 * hourMs + 1_000 },
    longestLosses: 3,
    points: [
      { at: 0, trades: 0, total: 0, peak: 0 },
      { at: 1_000, trades: 2, total: 1.6, peak: 1.6 },
      { at: hourMs + 1_000, trades: 5, total: -0.4, peak: 1.6 },
      { at: 2 * hourMs + 1_000, trades: 7, total: -0.6, peak: 1.6 },
    ],
  });
});

it('is zero without forecasts, and measures a drawdown from the start', () => {
  expect(computeEquity([], 0.82)).toEqual({ trades: 0, total: 0, drawdown: null, longestLosses: 0, points: [] });
  expect(computeEquity([getHour('--', 0)], 0.82).drawdown).toEqual({ depth: 2, from: 0, to: 1_000 });
});

it('thins out the points but not the figures', () => {
  const hours = fc.array(fc.array(fc.constantFrom('+', '-', '='), { minLength: 1, maxLength: 6 }), {
    maxLength: 1_500,
  });
  fc.assert(
    fc.property(hours, fc.double({ min: 0.5, max: 1, noNaN: true }), (all, payout) => {
      const marks = all.map((hour) => hour.join(''));
      const { total, trades, drawdown, longestLosses, points } = computeEquity(marks.map(getHour), payout);
      const worth = (mark: string): number => (mark === '+' ? payout : mark === '-' ? -1 : 0);
      const sums = [0];
      for (const hour of marks)
        sums.push((sums.at(-1) ?? 0) + Array.from(hour).reduce((sum, mark) => sum + worth(mark), 0));
      let [peak, depth] = [0, 0];
      for (const sum of sums) [peak, depth] = [Math.max(peak, sum), Math.max(depth, Math.max(peak, sum) - sum)];
      expect(total).toBeCloseTo(sums.at(-1) ?? 0, 4);
      expect(drawdown?.depth ?? 0).toBeCloseTo(depth, 4);
      const losses = marks.join('').replaceAll('=', '').split('+');
      expect(longestLosses).toBe(Math.max(0, ...losses.map(({ length }) => length)));
      expect(points.length).toBeLessThanOrEqual(240);
      if (marks.length > 0) expect(points.at(-1)).toMatchObject({ trades, total });
    }),
    { numRuns: 30 },
  );
});

/** Every sequence of ten, one by one. */
function counted(losses: number, p: number): number {
  let sum = 0;
  for (let bits = 0; bits < 1024; bits += 1) {
    const sequence = bits.toString(2).padStart(10, '0');
    const lost = sequence.split('1').join('').length;
    if (sequence.includes('0'.repeat(losses))) sum += p ** (10 - lost) * (1 - p) ** lost;
  }
  return sum;
}

test('at 55 of 100, 40.9 of 100 traders have three losses or more in a row within ten signals', () => {
  expect(lossRunChance(3, 10, 0.55)).toBeCloseTo(0.409, 3);
});

test.each([2, 3, 4, 7, 10])('the chance of %i in a row within ten is that of all such sequences', (losses) => {
  for (const p of [0.5, 0.54, 0.6]) expect(lossRunChance(losses, 10, p)).toBeCloseTo(counted(losses, p), 12);
});
