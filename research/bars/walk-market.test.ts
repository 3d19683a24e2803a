import { expect, it } from 'vitest';
import { toTable } from '#engine/bar/bar-table.ts';
import { listSymbols, walkMarket } from './walk-market.ts';

const bars = (...minutes: readonly number[]) =>
  minutes.map((minute) => ({ time: minute * 60_000, open: 1, high: 1, low: 1, close: minute }));

it('walks through time once, with all bars of a minute together and two files of a symbol as one pair', () => {
  const tables = [
    toTable('AUDUSD', bars(0, 1, 4)),
    toTable('EURUSD', bars(1, 2)),
    toTable('EURUSD', bars(4, 5)),
    toTable('USDCHF', []),
  ];
  expect(listSymbols(tables)).toEqual(['AUDUSD', 'EURUSD', 'USDCHF']);
  const walked = Array.from(walkMarket(tables), (minute) => minute.map(({ pair, i, bar }) => [pair, i, bar.close]));
  expect(walked).toEqual([
    [[0, 0, 0]],
    [
      [0, 1, 1],
      [1, 0, 1],
    ],
    [[1, 1, 2]],
    [
      [0, 2, 4],
      [1, 0, 4],
    ],
    [[1, 1, 5]],
  ]);
});
