import { describe, expect, it } from 'vitest';
import { marketSessionAt } from '#domain/market/market-session.ts';
import { parseForecaster } from '#engine/forecast/parse-forecaster.ts';
import type { Forecast, LocalForecaster } from '#engine/forecast/forecaster.ts';
import { createMarketFeatures, featureNames } from '#engine/features/market-features.ts';
import { aLogisticFile, aMarketFile, aStackFile, aTreeFile, aVoteFile } from '#tests/support/market/model-files.ts';
import { wanderingMarket } from '#tests/support/market/wandering-bars.ts';
import { minuteMs } from '#domain/time.ts';
import { aSignalsContext } from '#tests/support/signals-context.ts';
import { noDatabase, testPlatform } from '#tests/support/test-platform.ts';
import { draftSignal, toAnalytics } from './draft-signal.ts';

const start = Date.parse('2018-03-06T12:00:00Z');
const count = 300;
const barTime = start + (count - 1) * minuteMs;
const market = wanderingMarket({ start, count });
const features = createMarketFeatures([...market.keys()]);
[...market.values()].forEach((bars, pair) => {
  for (const bar of bars) features.push(pair, bar);
});
features.close(barTime);
/** A pair on which only some members of the squad voted. */
const isVote = (name: string): boolean => name.startsWith('vote_');
const vector =
  [...market.keys()]
    .map((_, pair) => Float64Array.from(features.vector(pair) ?? []))
    .find((of) => featureNames.reduce((votes, name, i) => votes + (isVote(name) ? (of[i] as number) : 0), 0) !== 0) ??
  new Float64Array(0);

const forecasters = [aTreeFile(), aLogisticFile(), aVoteFile(), aMarketFile(), aStackFile()].reduce<LocalForecaster[]>(
  (made, file) => [...made, parseForecaster(JSON.stringify(file), made)],
  [],
);
const byKey = (key: string): LocalForecaster => forecasters.find((one) => one.key === key) as LocalForecaster;

/**
 * The analytics of a model's forecast of EURUSD, requested this many seconds after its bar closed.
 */
function getAnalytics(key: string, seconds = 0, change: Partial<Forecast> = {}) {
  const forecaster = byKey(key);
  const forecast = { ...(forecaster.forecast('EURUSD', barTime, vector, 5) as Forecast), ...change };
  const platform = testPlatform(noDatabase);
  const ctx = aSignalsContext({
    ...platform,
    market: {
      ...platform.market,
      bars: () => market.get('EURUSD') ?? [],
      explain: () => forecaster.explain('EURUSD', barTime, vector, 5),
    },
  });
  const paid = { forecast, payout: 0.82, hasEdge: true };
  const chosen = { ...paid, aiModel: forecast.model, llm: null, withoutEdge: 'practice' } as const;
  const draft = draftSignal(ctx, { user: { id: 'somebody', lang: 'en' } }, chosen);
  return { forecast, analytics: toAnalytics(draft, paid, barTime + minuteMs + seconds * 1000) };
}

describe.each(forecasters.map(({ key }) => key))('the analytics of %s', (key) => {
  it('add up to the stated probability, without rows that have no effect', () => {
    const { forecast, analytics } = getAnalytics(key);
    const sum = analytics.contributions.reduce((total, { effect }) => total + effect, 50);
    expect(sum).toBeCloseTo(100 * forecast.pUp, 9);
    expect(analytics.contributions.every(({ effect }) => effect !== 0)).toBe(true);
  });

  it('name every feature that had an effect', () => {
    const explained = byKey(key).explain('EURUSD', barTime, vector, 5)?.contributions ?? [];
    const own = explained.filter(({ effect }) => effect !== 0).map(({ feature }) => feature);
    const listed = getAnalytics(key).analytics.contributions.map(({ feature }) => feature);
    expect(listed.toSorted()).toEqual(own.toSorted());
  });

  it('add up to what is left of an aged forecast, with a row for its age', () => {
    const made = byKey(key).forecast('EURUSD', barTime, vector, 5) as Forecast;
    const left = 0.5 + (made.pUp - 0.5) * 0.8;
    const { analytics } = getAnalytics(key, 30, { pUp: left });
    expect(analytics.contributions.reduce((total, { effect }) => total + effect, 50)).toBeCloseTo(100 * left, 9);
    expect(analytics.contributions.at(-1)).toMatchObject({ feature: 'forecast_age', value: 30 });
  });
});

it('the squad shows all thirteen readings, including those that did not vote', () => {
  const { indicators } = getAnalytics('13_squad').analytics;
  expect(indicators).toHaveLength(13);
  for (const { value, reading } of indicators)
    expect(reading).toBe(value > 0 ? 'oversold' : value < 0 ? 'overbought' : 'neutral');
});

it('the stack names its members and what each states, in percent', () => {
  const { contributions } = getAnalytics('vip').analytics;
  const session = marketSessionAt(barTime + minuteMs);
  const member = byKey('36trade_ai_plus');
  const stated = member.stateScore(member.score({ symbol: 'EURUSD', session, features: vector }, 5), session, 5);
  expect(contributions.find(({ feature }) => feature === '36trade_ai_plus')?.value).toBe(100 * stated);
  // Its weight is zero, so it had no influence.
  expect(contributions.map(({ feature }) => feature)).not.toContain('13_squad');
});

it.each([
  [50.04, /^The model sees no lean either way: 50\.0%\./],
  [56.34, /^The model forecasts a move up with a chance of 56\.3%\./],
])('a forecast of %s %% is put into the words and figures of the page', (passability, text) => {
  expect(getAnalytics('kurs_ai_v2', 0, { passability, pUp: passability / 100 }).analytics.text).toMatch(text);
});
