import { expect, test } from 'vitest';
import { spreadLabels } from './ruin-figure.tsx';

const room = { gap: 16, min: 20, max: 280 };

test('labels that are apart stay where they are', () => {
  expect(spreadLabels([200, 100, 50], room)).toEqual([200, 100, 50]);
});

test.each([[[22, 24, 23]], [[280, 280, 280]], [[100, 100, 110]]])(
  'labels at %j keep their distance and their order, within the chart',
  (places) => {
    const spread = spreadLabels(places, room);
    const sorted = spread.toSorted((a, b) => a - b);
    for (const [index, place] of sorted.entries()) {
      expect(place).toBeGreaterThanOrEqual(room.min);
      expect(place).toBeLessThanOrEqual(room.max);
      if (index > 0) expect(place - (sorted[index - 1] ?? 0)).toBeGreaterThanOrEqual(room.gap);
    }
    for (const [a, first] of places.entries())
      for (const [b, second] of places.entries()) if (first < second) expect(spread[a]).toBeLessThan(spread[b] ?? 0);
  },
);
