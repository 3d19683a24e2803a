import { describe, expect, it } from 'vitest';
import { losingChance } from './losing-chance.ts';

describe('probability of ending below zero', () => {
  it.each([
    // At a payout of 0.82 six wins of ten are needed: P(X ≤ 5) of a fair coin is 638/1024.
    ['ten fair trades', 10, 0.5, 0.82, 638 / 1024],
    ['one trade', 1, 0.53, 0.82, 0.47],
    ['two trades, one won: net loss', 2, 0.5, 0.82, 0.75],
    ['a payout equal to the stake: five of ten break even', 10, 0.5, 1, 386 / 1024],
    ['all trades won', 10, 1, 0.82, 0],
    ['all trades lost', 10, 0, 0.82, 1],
    ['none', 0, 0.5, 0.82, 0],
  ])('%s', (_title, trades, winRate, payout, chance) => {
    expect(losingChance(trades, winRate, payout)).toBeCloseTo(chance, 12);
  });
});
