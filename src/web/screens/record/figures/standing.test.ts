import { expect, test } from 'vitest';
import { recordPaths } from '#contract/paths.ts';
import { ModelsFigures } from '#contract/record/record.ts';
import { fakeRecord } from '#tests/support/browser/fake-record.ts';
import { sourceWithFigures } from './standing.ts';

const figures = ModelsFigures.parse(
  fakeRecord({ signals: 60 }).answer(recordPaths.models, new URLSearchParams())?.body,
).models;
const withoutRates = figures.map((one) => ({ ...one, winRate: null, low: null, high: null }));
const withoutShadow = withoutRates.map((one) => ({ ...one, shadow: null }));

test('the record opens on the signals once they have a win rate, before on the shadow forecasts', () => {
  expect(sourceWithFigures(figures.map((one) => ({ ...one, winRate: 0.5 })))).toBe('people');
  expect(sourceWithFigures(withoutRates)).toBe('shadow');
});

test('without shadow forecasts it opens on the signals', () => {
  expect(sourceWithFigures(withoutShadow)).toBe('people');
});
