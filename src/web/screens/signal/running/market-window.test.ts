import { expect, test } from 'vitest';
import type { Price, WireBar } from '#contract/prices.ts';
import { withTick } from './market-window.ts';

const bar: WireBar = { time: '2026-11-18T12:00:00.000Z', open: 1, high: 1.2, low: 0.9, close: 1.1 };
const tick = (time: string, price: number): Price => ({ symbol: 'EURUSD', price, bid: price, ask: price, time });

test('a tick of the same minute updates the close and extends the range', () => {
  expect(withTick([bar], tick('2026-11-18T12:00:59.900Z', 1.3))).toEqual([{ ...bar, high: 1.3, close: 1.3 }]);
});

test('the first tick of a new minute opens its bar', () => {
  const bars = withTick([bar], tick('2026-11-18T12:01:00.000Z', 1.05));
  expect(bars.at(-1)).toEqual({ time: '2026-11-18T12:01:00.000Z', open: 1.05, high: 1.05, low: 1.05, close: 1.05 });
});

test('a tick of a closed minute changes nothing', () => {
  const bars = [bar];
  expect(withTick(bars, tick('2026-11-18T11:59:59.000Z', 9))).toBe(bars);
});
