import { expect, it } from 'vitest';
import { outcomeContradiction } from './outcome-contradiction.ts';

const issued = { symbol: 'EURUSD', direction: 'BUY', duration: 3, issuedAt: 1_000 } as const;
const ended = {
  result: 'successful',
  openPrice: 1.1,
  openedAt: 1_200,
  closePrice: 1.10001,
  closingTickAt: 181_100,
  expiresAt: 181_200,
} as const;

it('accepts an outcome that follows from its facts', () => {
  expect(outcomeContradiction(issued, ended)).toBeNull();
  expect(outcomeContradiction({ ...issued, direction: 'SELL' }, { ...ended, result: 'unsuccessful' })).toBeNull();
  expect(outcomeContradiction(issued, { ...ended, closePrice: 1.1, result: 'neutral' })).toBeNull();
  expect(outcomeContradiction(issued, { ...ended, closingTickAt: 176_200 })).toBeNull();
});

it.each([
  ['result', { result: 'unsuccessful' }],
  ['result', { closePrice: 1.1 }],
  ['entry', { openedAt: 999, expiresAt: 180_999, closingTickAt: 180_999 }],
  ['entry', { openedAt: 6_001, expiresAt: 186_001, closingTickAt: 186_001 }],
  ['expiry', { expiresAt: 181_201 }],
  ['closing_tick', { closingTickAt: 181_201 }],
  ['closing_tick', { closingTickAt: 176_199 }],
  ['closing_tick', { closingTickAt: 1_199 }],
] as const)('reports the contradiction %s for %j', (contradiction, change) => {
  expect(outcomeContradiction(issued, { ...ended, ...change })).toBe(contradiction);
});
