import { expect, test } from 'vitest';
import { dayMs } from '#domain/time.ts';
import { createEdgeTally } from './edge-tally.ts';

/** Five decisions a day at 60 %, four of them won, three of them when entered a bar later. */
function tallyDays(days: number) {
  const tally = createEdgeTally();
  const monday = Date.UTC(2018, 0, 1, 12);
  for (let day = 0; day < days; day += 1) {
    for (let n = 0; n < 5; n += 1) tally.add(monday + day * dayMs, 0.6, n < 4 ? 1 : -1, n < 3 ? 1 : -1);
    tally.add(monday + day * dayMs, 0.52, 1, 1);
  }
  return tally.figures();
}

test('counts decisions at break-even and above as those with an edge', () => {
  const figures = tallyDays(30);
  expect(figures).toMatchObject({ decisions: 180, withEdge: 150 });
  expect(figures.share).toBeCloseTo(83.33, 2);
  expect(figures.statedMinusReal).toBeCloseTo(-20, 9);
  expect(figures.later).toBeCloseTo(60, 9);
  expect(figures.laterInterval?.low).toBeLessThan(60);
});

test('gives no rate below a hundred outcomes', () => {
  expect(tallyDays(19)).toMatchObject({ withEdge: 95, stated: null, later: null, laterInterval: null });
});
