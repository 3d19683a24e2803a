import { describe, expect, it } from 'vitest';
import { count, createTally, figuresOf } from './model-figures.ts';
import { wilsonInterval } from './wilson-interval.ts';

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

  it('of nothing is none', () => {
    expect(wilsonInterval(0, 0)).toBeNull();
  });
});

function figuresAfter(won: number, lost: number, passability: number) {
  const tally = createTally();
  const add = (number: number, result: 'successful' | 'unsuccessful') => {
    for (let i = 0; i < number; i++) count(tally, { model: 'kurs_ai_v2', passability, result });
  };
  add(won, 'successful');
  add(lost, 'unsuccessful');
  return figuresOf(tally, 0.82).find(({ aiModel }) => aiModel === 'kurs_ai_v2');
}

describe('figures', () => {
  it('begin at 100 outcomes, a rank at 500', () => {
    expect(figuresAfter(60, 39, 57)).toMatchObject({ total: 99, winRate: null, low: null, rank: null });
    expect(figuresAfter(60, 40, 57)).toMatchObject({ total: 100, winRate: 0.6, rank: null });
    expect(figuresAfter(300, 199, 57)).toMatchObject({ total: 499, rank: null });
    expect(figuresAfter(300, 200, 57)).toMatchObject({ total: 500, winRate: 0.6, rank: 1 });
  });

  it('are null when all were ties', () => {
    const tally = createTally();
    for (let i = 0; i < 600; i++) count(tally, { model: 'manual', passability: 51, result: 'neutral' });
    const own = figuresOf(tally, 0.82).find(({ aiModel }) => aiModel === 'manual');
    expect(own).toMatchObject({ total: 600, winRate: null, rank: null, calibration: [] });
  });
});
