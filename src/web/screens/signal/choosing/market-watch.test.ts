import { expect, test } from 'vitest';
import { aForecastBelow, anOutlook, below } from '#tests/support/browser/fake-api.ts';
import { watchedPairs } from './market-watch.tsx';

test('the pairs nearest to an edge come first, each once, and the usual ones follow', () => {
  const far = aForecastBelow({ symbol: 'EURJPY', passability: 51, signalFrom: 57 });
  const near = aForecastBelow({ symbol: 'GBPUSD', passability: 56, signalFrom: 57 });
  const outlook = anOutlook({
    kurs_ai_v1: { ...below(), best: far },
    '36trade_ai_plus': { ...below(), best: near },
    '13_squad': { ...below(), best: { ...near, passability: 54 } },
  });
  expect(watchedPairs(outlook)).toEqual([
    { symbol: 'GBPUSD', missing: 1 },
    { symbol: 'EURJPY', missing: 6 },
    { symbol: 'EURUSD', missing: null },
    { symbol: 'USDJPY', missing: null },
    { symbol: 'AUDUSD', missing: null },
  ]);
});

test('without an outlook the usual pairs are shown, without a distance', () => {
  expect(watchedPairs(null).map(({ missing }) => missing)).toEqual([null, null, null, null, null]);
});
