import { expect, test } from 'vitest';
import type { ReplayedSignal } from '#contract/record/views.ts';
import { replayGeometry, size } from './replay-chart.tsx';

const replay: ReplayedSignal = {
  index: 7,
  symbol: 'EURUSD',
  digits: 5,
  direction: 'BUY',
  passability: 57,
  duration: 5,
  aiModel: 'kurs_ai_v2',
  result: 'successful',
  openPrice: 1.1,
  openedAt: '2026-03-02T12:00:30.000Z',
  closePrice: 1.2,
  expiresAt: '2026-03-02T12:05:30.000Z',
  closes: [
    { at: '2026-03-02T12:00:00.000Z', price: 1 },
    { at: '2026-03-02T12:01:00.000Z', price: 1.15 },
  ],
};

test('prices are on their side of the entry, the deciding ones at the entry and at the end', () => {
  const { before, after, entry, end } = replayGeometry(replay);
  expect([before.length, after.length]).toEqual([2, 3]);
  expect([before.at(-1), after[0], after.at(-1)]).toEqual([entry, entry, end]);
  expect(entry.y).toBeGreaterThan(end.y);
  expect(before.every(({ x }) => x <= entry.x) && after.every(({ x }) => x >= entry.x)).toBe(true);
});

test('a price that did not move is in the middle', () => {
  const { entry, end } = replayGeometry({ ...replay, closePrice: 1.1, closes: [] });
  expect([entry.y, end.y]).toEqual([size.height / 2, size.height / 2]);
});
