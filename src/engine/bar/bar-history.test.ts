import { assert, integer, property, uniqueArray } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { minuteMs } from '#domain/time.ts';
import type { Bar } from './bar.ts';
import { type BarHistory, createBarHistory } from './bar-history.ts';

const noon = Date.UTC(2026, 8, 15, 12);
const at = (minute: number): number => noon + minute * minuteMs;
const bar = (minute: number, price = 1.1) => ({ time: at(minute), open: price, high: price, low: price, close: price });
const fillIn = (history: BarHistory, bars: readonly Bar[]): void => history.fill(bars);
const getHistory = (minutes: readonly number[], capacity?: number) => {
  const history = createBarHistory(5, capacity);
  fillIn(
    history,
    minutes.map((minute) => bar(minute)),
  );
  return history;
};

test('retains the newest bars and drops the oldest', () => {
  const history = createBarHistory(5, 3);
  for (let minute = 0; minute < 5; minute += 1) history.push(bar(minute, 1 + minute / 10));
  expect(history.size).toBe(3);
  expect([...history.newest(9).close]).toEqual([1.2, 1.3, 1.4]);
  expect([...history.newest(2).time]).toEqual([at(3), at(4)]);
  expect(history.last()?.close).toBe(1.4);
});

test('rejects a bar of a minute that is already covered', () => {
  const history = getHistory([0, 1]);
  expect(history.push(bar(1, 9))).toBe(false);
  expect(history.push(bar(0, 9))).toBe(false);
  expect(history.last()?.close).toBe(1.1);
});

test('inserts back-filled bars in order and replaces partially seen ones', () => {
  const history = getHistory([0, 3]);
  history.push(bar(4, 1.5));
  fillIn(history, [bar(1), bar(2), bar(4, 1.6)]);
  expect([...history.newest(9).time]).toEqual([0, 1, 2, 3, 4].map(at));
  expect(history.last()?.close).toBe(1.6);
});

test('rounds prices to the precision of the pair', () => {
  const history = createBarHistory(3);
  history.push(bar(0, 151.23449));
  expect(history.last()?.open).toBe(151.234);
});

test('has no gap when complete, not even for the minute that is still forming', () => {
  expect(getHistory([0, 1, 2]).gapsWithin(at(0), at(3) + 59_999)).toEqual([]);
});

describe('gaps', () => {
  test.each([
    ['in the middle', [0, 1, 4], 0, 5, [[2, 4]]],
    ['before the first bar', [3, 4], 0, 5, [[0, 3]]],
    ['after the last bar', [0, 1], 0, 5, [[2, 5]]],
    ['everywhere, without any bar', [], 0, 5, [[0, 5]]],
    ['outside of the requested range', [0, 3, 4, 5], 3, 6, []],
    [
      'twice',
      [0, 2, 4],
      0,
      5,
      [
        [1, 2],
        [3, 4],
      ],
    ],
  ])('are missing minutes %s', (_, minutes, from, to, missing) => {
    const gaps = getHistory(minutes).gapsWithin(at(from), at(to));
    expect(gaps).toEqual(missing.map(([a = 0, b = 0]) => ({ from: at(a), to: at(b), kind: 'missing' })));
  });

  test('include those reported by the feed, even while they last', () => {
    const history = getHistory([0, 1, 2, 3, 4]);
    history.markGap(at(2) + 5_000, null);
    expect(history.gapsWithin(at(0), at(5))).toEqual([
      { from: at(2) + 5_000, to: Number.POSITIVE_INFINITY, kind: 'reported' },
    ]);
    history.markGap(at(2) + 5_000, at(2) + 9_000);
    expect(history.gapsWithin(at(0), at(5))).toEqual([{ from: at(2) + 5_000, to: at(2) + 9_000, kind: 'reported' }]);
    expect(history.gapsWithin(at(3), at(5))).toEqual([]);
  });

  test('end only where back-filled bars cover them', () => {
    const history = getHistory([0, 1]);
    history.markGap(at(1) + 30_000, at(4) + 30_000);
    fillIn(history, [bar(1), bar(2), bar(3)]);
    expect(history.gapsWithin(at(0), at(5))).toEqual([
      { from: at(4), to: at(5), kind: 'missing' },
      { from: at(4), to: at(4) + 30_000, kind: 'reported' },
    ]);
  });
});

test('ends a partly filled gap where the feed reports its end', () => {
  const history = getHistory([0, 1, 2, 3, 4, 5]);
  history.markGap(at(1), null);
  fillIn(history, [bar(1)]);
  history.markGap(at(1), at(3));
  expect(history.gapsWithin(at(0), at(6))).toEqual([{ from: at(2), to: at(3), kind: 'reported' }]);
});

test('covers any window with bars and missing minutes together', () => {
  const minutes = uniqueArray(integer({ min: 0, max: 60 }), { maxLength: 40 });
  assert(
    property(minutes, integer({ min: 0, max: 60 }), integer({ min: 0, max: 60 }), (present, from, length) => {
      const history = getHistory(
        present.toSorted((a, b) => a - b),
        20,
      );
      const missing = history.gapsWithin(at(from), at(from + length)).reduce((sum, gap) => sum + gap.to - gap.from, 0);
      expect(history.between(at(from), at(from + length)).length + missing / minuteMs).toBe(length);
    }),
  );
});
