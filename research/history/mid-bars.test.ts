import { expect, it } from 'vitest';
import { midBars, type SideBar } from './mid-bars.ts';

const bar = (minute: number, price: number, volume = 1): SideBar => ({
  time: minute * 60_000,
  open: price,
  high: price + 0.002,
  low: price - 0.001,
  close: price + 0.001,
  volume,
});

it('is half-way between the sides, to a tenth of a point', () => {
  expect(midBars('EURUSD', [bar(1, 1.1)], [bar(1, 1.10001)])).toEqual([
    { time: 60_000, open: 1.100005, high: 1.102005, low: 1.099005, close: 1.101005 },
  ]);
  expect(midBars('USDJPY', [bar(1, 150)], [bar(1, 150.001)])[0]?.open).toBe(150.0005);
});

it.each([
  ['neither side was quoted', [bar(1, 1.1, 0)], [bar(1, 1.2, 0)], []],
  ['the ask alone was quoted', [bar(1, 1.1, 0)], [bar(1, 1.2, 3)], [60_000]],
  ['the bid alone was quoted', [bar(1, 1.1, 3)], [bar(1, 1.2, 0)], [60_000]],
  ['the ask is missing', [bar(1, 1.1), bar(2, 1.1)], [bar(2, 1.2)], [120_000]],
  ['the bid is missing', [bar(2, 1.1)], [bar(1, 1.2), bar(2, 1.2)], [120_000]],
])('has a bar only for minutes reported on both sides and quoted on either: %s', (_what, bids, asks, times) => {
  expect(midBars('EURUSD', bids, asks).map(({ time }) => time)).toEqual(times);
});
