import { expect, test } from 'vitest';
import { matchTrades } from './match-trades.ts';

const issuedAt = Date.parse('2026-03-03T15:00:00.000Z');
const position = { symbol: 'EURUSD', direction: 'BUY', duration: 5 } as const;
const signal = { ...position, id: 'first', issuedAt };
const trade = { ...position, openedAt: issuedAt + 20_000 };

const matchedIds = (trades: Parameters<typeof matchTrades>[0], signals: Parameters<typeof matchTrades>[1]) =>
  [...matchTrades(trades, signals)].map(([id, { length }]) => [id, length]);

test('a trade belongs to a signal of the same pair, direction and duration', () => {
  expect(matchedIds([trade], [signal])).toEqual([['first', 1]]);
  for (const other of [{ symbol: 'GBPUSD' }, { direction: 'SELL' as const }, { duration: 3 }])
    expect(matchedIds([{ ...trade, ...other }], [signal])).toEqual([]);
});

test.each([
  ['at the issue', 0, true],
  ['a minute after the issue', 60_000, true],
  ['more than a minute after the issue', 60_001, false],
  ['before the issue', -1, false],
])('a trade opened %s', (_when, waitedMs, isMatched) => {
  expect(matchTrades([{ ...trade, openedAt: issuedAt + waitedMs }], [signal]).has('first')).toBe(isMatched);
});

test('a trade belongs only to the newest of several signals, in any order of the list', () => {
  const newer = { ...signal, id: 'newer', issuedAt: issuedAt + 10_000 };
  const later = { ...signal, id: 'later', issuedAt: issuedAt + 30_000 };
  expect(matchedIds([trade], [later, signal, newer])).toEqual([['newer', 1]]);
});

test('several trades may follow one signal', () => {
  expect(matchedIds([trade, { ...trade, openedAt: issuedAt + 40_000 }], [signal])).toEqual([['first', 2]]);
});
