import { expect, test } from 'vitest';
import { aProspect, noon } from '#tests/support/browser/fake-api.ts';
import { showForecast } from './forecast.ts';

const at = (seconds: number) => showForecast(aProspect({ passability: 56.3 }), 'kurs_ai_v2', 5, noon + seconds * 1_000);

test('a forecast is shown as a signal of this second would state it', () => {
  expect(at(0)).toMatchObject({ chance: 56, needs: 54, value: 0.04, isReady: true, hasLean: true });
  // Of five minutes 27 % of the edge over one half are gone after a minute.
  expect(at(60).probability).toBeCloseTo(50 + 6.3 * 0.73, 10);
  expect(at(60)).toMatchObject({ chance: 55, isReady: true });
});

test.each([
  [53.2, { chance: 53, needs: 54, shortBy: 1, isReady: false }],
  [54.2, { chance: 54, needs: 54, shortBy: 0, isReady: false }],
  [50.4, { chance: 50, shortBy: 4, hasLean: false }],
])('%d is short by the difference of the figures shown', (passability, shown) => {
  expect(showForecast(aProspect({ passability, hasEdge: false }), 'kurs_ai_v2', 5, noon)).toMatchObject(shown);
});

test.each([60, 80, 84, 87, 91, 92])(
  'at a payout of %d %% a forecast short of its edge never shows more than it needs',
  (percent) => {
    for (let passability = 50; passability < 63; passability += 0.01) {
      const shown = showForecast(aProspect({ passability, payout: percent / 100 }), 'kurs_ai_v2', 5, noon);
      expect(Math.sign(shown.chance - shown.needs) * (shown.isReady ? 1 : -1)).not.toBe(-1);
    }
  },
);

test('what the server excludes is not ready, however sure it is', () => {
  expect(showForecast(aProspect({ passability: 58, hasEdge: false }), 'kurs_ai_v2', 5, noon).isReady).toBe(false);
});
