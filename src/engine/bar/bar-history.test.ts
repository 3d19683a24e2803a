import { describe, expect, test } from 'vitest';
import { minuteMs } from '#domain/time.ts';
import type { Bar } from './bar-builder.ts';
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

const getAll = (history: BarHistory) => history.between(Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY);

test('retains the newest bars and drops the oldest', () => {
  const history = createBarHistory(5, 3);
  for (let minute = 0; minute < 5; minute += 1) history.push(bar(minute, 1 + minute / 10));
  expect(getAll(history).map(({ close }) => close)).toEqual([1.2, 1.3, 1.4]);
  expect(history.between(at(3), at(9)).map(({ time }) => time)).toEqual([at(3), at(4)]);
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
  expect(getAll(history).map(({ time }) => time)).toEqual([0, 1, 2, 3, 4].map(at));
  expect(history.last()?.close).toBe(1.6);
});

test('rounds prices to the precision of the pair', () => {
  const history = createBarHistory(3);
  history.push(bar(0, 151.23449));
  expect(history.last()?.open).toBe(151.234);
});

describe('a gap that the feed reports', () => {
  test('lasts until its end is reported', () => {
    const history = getHistory([0, 1, 2, 3, 4]);
    expect(history.hasGap(at(0), at(5))).toBe(false);
    history.markGap(at(2) + 5_000, null);
    expect(history.hasGap(at(0), at(2) + 5_000)).toBe(false);
    expect(history.hasGap(at(900), at(901))).toBe(true);
    history.markGap(at(2) + 5_000, at(2) + 9_000);
    expect(history.hasGap(at(0), at(5))).toBe(true);
    expect(history.hasGap(at(2) + 9_000, at(5))).toBe(false);
  });

  test('ends only where back-filled bars cover it', () => {
    const history = getHistory([0, 1]);
    history.markGap(at(1) + 30_000, at(4) + 30_000);
    fillIn(history, [bar(1), bar(2), bar(3)]);
    expect(history.hasGap(at(0), at(4))).toBe(false);
    expect(history.hasGap(at(4), at(5))).toBe(true);
  });

  test('ends where the feed says so, also when it was filled in part', () => {
    const history = getHistory([0, 1, 2, 3, 4, 5]);
    history.markGap(at(1), null);
    fillIn(history, [bar(1)]);
    history.markGap(at(1), at(3));
    expect(history.hasGap(at(0), at(2))).toBe(false);
    expect(history.hasGap(at(2), at(3))).toBe(true);
    expect(history.hasGap(at(3), at(6))).toBe(false);
  });
});
