import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createEquityWalk, type Trade } from './equity.ts';

const tradesOf = (marks: string): Trade[] =>
  Array.from(marks, (mark, i) => ({
    at: i * 1_000,
    result: mark === '+' ? 'successful' : mark === '-' ? 'unsuccessful' : 'neutral',
  }));

const equityOf = (trades: readonly Trade[], payout: number) => {
  const walk = createEquityWalk(trades.length, payout);
  for (const { at, result } of trades) walk.take(at, result);
  return walk.end();
};

it('adds up what one stake on every signal brings', () => {
  expect(equityOf(tradesOf('++-=-'), 0.8)).toEqual({
    trades: 5,
    total: -0.4,
    drawdown: { depth: 2, from: 1_000, to: 4_000 },
    longestLosses: 2,
    points: [
      { at: 0, trades: 1, total: 0.8, peak: 0.8 },
      { at: 1_000, trades: 2, total: 1.6, peak: 1.6 },
      { at: 2_000, trades: 3, total: 0.6, peak: 1.6 },
      { at: 3_000, trades: 4, total: 0.6, peak: 1.6 },
      { at: 4_000, trades: 5, total: -0.4, peak: 1.6 },
    ],
  });
});

it('is nothing without trades, and falls from the very beginning', () => {
  expect(equityOf([], 0.82)).toEqual({ trades: 0, total: 0, drawdown: null, longestLosses: 0, points: [] });
  expect(equityOf(tradesOf('--+'), 0.82).drawdown).toEqual({ depth: 2, from: 0, to: 1_000 });
});

it('thins out what is shown and never what is counted', () => {
  const marks = fc.array(fc.constantFrom('+', '-', '='), { maxLength: 3_000 });
  fc.assert(
    fc.property(marks, fc.double({ min: 0.5, max: 1, noNaN: true }), (all, payout) => {
      const { total, drawdown, points } = equityOf(tradesOf(all.join('')), payout);
      const sums = all.reduce(
        (so, mark) => [...so, (so.at(-1) ?? 0) + (mark === '+' ? payout : mark === '-' ? -1 : 0)],
        [0],
      );
      expect(total).toBeCloseTo(sums.at(-1) ?? 0, 4);
      let [peak, depth] = [0, 0];
      for (const sum of sums) [peak, depth] = [Math.max(peak, sum), Math.max(depth, Math.max(peak, sum) - sum)];
      expect(drawdown?.depth ?? 0).toBeCloseTo(depth, 4);
      expect(points.length).toBeLessThanOrEqual(240);
      if (all.length > 0) expect(points.at(-1)).toMatchObject({ trades: all.length, total });
      for (const point of points) expect(point.total).toBeCloseTo(sums[point.trades] ?? Number.NaN, 4);
    }),
    { numRuns: 30 },
  );
});
