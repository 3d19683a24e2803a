import { describe, expect, it } from 'vitest';
import { addForecast, emptyDay, type EndedForecast, computeTally } from './day-sums.ts';
import { computeCountedFigures, computeFigures } from './model-figures.ts';
import { wilsonInterval } from './wilson-interval.ts';
import { hourMs } from '../time.ts';

/** R. G. Newcombe, Statistics in Medicine 17 (1998), table I, method 3. */
describe('the interval of a share', () => {
  it.each([
    [81, 263, 0.2553, 0.3662],
    [15, 148, 0.0624, 0.1605],
    [0, 20, 0, 0.1611],
    [1, 29, 0.0061, 0.1718],
  ])('of %i among %i', (won, number, low, high) => {
    const interval = wilsonInterval(won, number);
    expect(interval?.low).toBeCloseTo(low, 4);
    expect(interval?.high).toBeCloseTo(high, 4);
  });

  it('is null without outcomes', () => {
    expect(wilsonInterval(0, 0)).toBeNull();
  });
});

/** Tally of these forecasts of one or more models, distributed over `hours` hours. */
function tallyAfter(hours: number, ends: readonly Pick<EndedForecast, 'model' | 'passability' | 'result'>[]) {
  const day = emptyDay();
  ends.forEach((one, i) => addForecast(day, { ...one, hasEdge: true, endedAt: (i % hours) * hourMs }));
  return computeTally(day);
}

function figuresAfter(won: number, lost: number, passability: number, hours = 24) {
  const ends = (length: number, result: 'successful' | 'unsuccessful') =>
    Array.from({ length }, () => ({ model: 'kurs_ai_v2', passability, result }) as const);
  const tally = tallyAfter(hours, [...ends(won, 'successful'), ...ends(lost, 'unsuccessful')]);
  return computeFigures(tally, 0.82).find(({ aiModel }) => aiModel === 'kurs_ai_v2');
}

describe('figures', () => {
  it('start at 100 outcomes, the rank at 500', () => {
    expect(figuresAfter(60, 39, 57)).toMatchObject({ total: 99, winRate: null, low: null, rank: null });
    expect(figuresAfter(60, 40, 57)).toMatchObject({ total: 100, winRate: 0.6, rank: null });
    expect(figuresAfter(300, 199, 57)).toMatchObject({ total: 499, rank: null });
    expect(figuresAfter(300, 200, 57)).toMatchObject({ total: 500, winRate: 0.6, rank: 1 });
  });

  it('start at 20 hours, whatever the number of outcomes', () => {
    expect(figuresAfter(600, 400, 57, 19)).toMatchObject({ total: 1_000, winRate: null, rank: null, reliability: [] });
    expect(figuresAfter(600, 400, 57, 20)).toMatchObject({ total: 1_000, winRate: 0.6, rank: 1 });
  });

  it('of all models combined count every forecast, in hours shared by all models', () => {
    const ends = Array.from({ length: 240 }, (_, i) => ({
      model: i % 2 === 0 ? ('vip' as const) : ('manual' as const),
      passability: 57,
      result: i % 3 === 0 ? ('unsuccessful' as const) : ('successful' as const),
    }));
    expect(computeCountedFigures(tallyAfter(24, ends).all)).toMatchObject({ total: 240, winRate: 160 / 240 });
    expect(tallyAfter(24, ends).all.wins.clusters).toBe(24);
  });

  it('are null when all outcomes were ties', () => {
    const ends = Array.from({ length: 600 }, () => ({ model: 'manual', passability: 51, result: 'neutral' }) as const);
    const own = computeFigures(tallyAfter(24, ends), 0.82).find(({ aiModel }) => aiModel === 'manual');
    expect(own).toMatchObject({ total: 600, winRate: null, rank: null, reliability: [] });
  });
});
