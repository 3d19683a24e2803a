import { expect, test } from 'vitest';
import type { GameBars } from '#contract/game.ts';
import { barsOnTable, guess, isRoundOver, startGame, computeTally } from './game.tsx';

const bar = (close: number) => ({ time: '2026-03-03T15:00:00.000Z', open: 1, high: 2, low: 0, close });
const round: GameBars = { symbol: 'EURUSD', digits: 5, shown: [bar(1.5), bar(0.5)], hidden: [bar(1.2), bar(0.8)] };

test('a guess reveals one bar and reports whether it was correct', () => {
  const first = guess(startGame(round), 'up');
  expect(first).toMatchObject({ revealed: 1, last: { guess: 'up', isHit: true }, hits: 1, guesses: 1 });
  expect(barsOnTable(first)).toHaveLength(3);
  const second = guess(first, 'up');
  expect(second).toMatchObject({ revealed: 2, last: { guess: 'up', isHit: false }, hits: 1, guesses: 2 });
  expect(isRoundOver(second)).toBe(true);
  expect(guess(second, 'down')).toBe(second);
});

test('the next round keeps the total count', () => {
  const over = guess(guess(startGame(round), 'up'), 'down');
  expect(startGame(round, over)).toMatchObject({ revealed: 0, last: null, hits: 2, guesses: 2 });
});

test('the tally equals a coin until the interval excludes one half', () => {
  expect(computeTally(startGame(round))).toBeNull();
  expect(computeTally({ ...startGame(round), hits: 7, guesses: 10 })).toMatchObject({ share: 0.7, isCoin: true });
  expect(computeTally({ ...startGame(round), hits: 140, guesses: 200 })).toMatchObject({ isCoin: false });
  expect(computeTally({ ...startGame(round), hits: 60, guesses: 200 })).toMatchObject({ isCoin: false });
});
