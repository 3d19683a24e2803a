import { expect, test } from 'vitest';
import type { Analytics, WireBar } from '#contract/signals.ts';
import { createBollingerZ } from '#engine/features/indicators.ts';
import { aLiveSignal } from '#tests/support/browser/fake-api.ts';
import { bollingerBands, toOverlay } from './overlay.ts';

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

test('levels are drawn once each, and only near the bars', () => {
  const levels = [2, 2, 0, 3, 3.1, -1, -1.1].map((price) => ({ name: 'high_60', price }));
  expect(toOverlay(analytics([], levels), bars).levels).toEqual([2, 0, 3, -1]);
});

const closes = Array.from({ length: 60 }, (_, index) => Math.round(1000 * Math.sin(index / 5) + 300 * Math.sin(index)));

test('the bands are the engine’s: a close on the upper one has z of 2', () => {
  const z = createBollingerZ(20);
  const zs = closes.map((close) => z(close));
  bollingerBands(closes).forEach((bands, index) => {
    if (!bands) return;
    const deviation = (bands.upper - bands.mean) / 2;
    expect(((closes[index] as number) - bands.mean) / deviation).toBeCloseTo(zs[index] as number, 9);
    expect(bands.mean - bands.lower).toBeCloseTo(bands.upper - bands.mean, 9);
  });
});
