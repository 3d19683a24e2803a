import { expect, test } from 'vitest';
import { parsePreparedChoice } from './trading-choice.ts';

const nothingPrepared = { model: null, interval: null, symbol: null };

test.each([
  ['?model=kurs_ai_v2&pair=EURUSD&duration=5', { model: 'kurs_ai_v2', interval: 5, symbol: 'EURUSD' }],
  ['?duration=10', { ...nothingPrepared, interval: 10 }],
  ['?model=oracle&pair=BTCUSD&duration=2', nothingPrepared],
  ['', nothingPrepared],
])('reads %j', (search, expected) => {
  expect(parsePreparedChoice(search)).toEqual(expected);
});
