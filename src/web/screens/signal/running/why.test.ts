import { beforeAll, expect, test } from 'vitest';
import { aLiveSignal } from '#tests/support/browser/fake-api.ts';
import { loadPhrases, phrasesIn } from '#web/language/phrase-book.ts';
import { ideaNote, whyRows } from './why.tsx';

beforeAll(() => loadPhrases('en', ['flow']));

const withEffects = (passability: number, signal: 'BUY' | 'SELL', effects: Readonly<Record<string, number>>) => {
  const live = aLiveSignal({ passability, signal });
  const contributions = Object.entries(effects).map(([feature, effect]) => ({ feature, value: 40, effect }));
  return { ...live, analytics: { ...live.analytics, contributions } };
};

test.each([
  [56.3, 'BUY', { z_120: 3.6, move_60: 2.9, forecast_age: -0.6 }, ['+4', '+3', '-1']],
  [57.7, 'SELL', { strength_60: -8.5, z_120: 0.8 }, ['+9', '-1']],
  [54.4, 'BUY', { z_120: 4.45, range_now: 0.3, forecast_age: -0.35 }, ['+4', '+0']],
] as const)('the rows of %d, %s, are rounded once and add up to the shown chance', (chance, side, effects, shown) => {
  const rows = whyRows(withEffects(chance, side, effects));
  expect(rows.map(({ points }) => `${points < 0 ? '-' : '+'}${Math.abs(points)}`)).toEqual(shown);
  expect(50 + rows.reduce((sum, { points }) => sum + points, 0)).toBe(Math.round(chance));
});

test.each([
  ['z_120', -2, 5, 'The price is far below its two-hour mean, the model expects a pullback: rise'],
  ['z_120', -2, -5, 'The price is far below its two-hour mean: fall expected'],
  ['strength_60', 1.4, -8.5, 'Other pairs pull strongly up, the model expects a pullback: fall'],
  ['vote_cci', 1, -5, 'Classic indicators say the price has fallen too far: fall expected'],
  ['z_120', -2, 0.01, 'The price is far below its two-hour mean: this hardly matters'],
  ['stated_probability', 67.54, 17.54, 'The language model itself puts a rise at 67.5%: rise expected'],
  ['forecast_age', 40, -1, 'Forecast is 40\u00a0s old'],
])('the sentence of %s at %d with the effect %d is “%s”', (feature, value, effect, sentence) => {
  expect(ideaNote({ feature, value, effect }, effect, phrasesIn('en'))).toBe(sentence);
});
