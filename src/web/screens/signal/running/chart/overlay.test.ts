import { expect, test } from 'vitest';
import type { Analytics, WireBar } from '#contract/signals.ts';
import { aLiveSignal } from '#tests/support/browser/fake-api.ts';
import { toOverlay } from './overlay.ts';

const bars: WireBar[] = Array.from({ length: 30 }, (_, index) => ({
  time: new Date(index * 60_000).toISOString(),
  open: 1,
  high: 2,
  low: 0,
  close: 1 + (index % 2),
}));
const analytics = (names: readonly string[], levels: Analytics['levels'] = []): Analytics => ({
  ...aLiveSignal().analytics,
  indicators: names.map((name) => ({ name, value: 0, reading: 'neutral' })),
  levels,
});

test.each(['z_20', 'vote_bollinger'])('%s is drawn as a mean and two bounds, one value per bar', (name) => {
  const { lines } = toOverlay(analytics([name]), bars);
  expect(lines.map((line) => line.length)).toEqual([30, 30, 30]);
  expect(lines.map((line) => line[18])).toEqual([null, null, null]);
  expect(lines.map((line) => line[19])).toEqual([1.5, 2.5, 0.5]);
});

test('indicators that need more bars draw no lines', () => {
  expect(toOverlay(analytics(['rsi_14', 'z_60', 'vote_keltner']), bars).lines).toEqual([]);
});

test('levels are drawn once each, and only near the bars', () => {
  const levels = [2, 2, 0, 3, 3.1, -1, -1.1].map((price) => ({ name: 'high_60', price }));
  expect(toOverlay(analytics([], levels), bars).levels).toEqual([2, 0, 3, -1]);
});

test('without bars there is nothing to draw', () => {
  const levels = [{ name: 'high_60', price: 2 }];
  expect(toOverlay(analytics(['z_20'], levels), [])).toEqual({ lines: [[], [], []], levels: [] });
});
