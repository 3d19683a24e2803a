import { expect, test } from 'vitest';
import type { NoSignalDetails } from '#contract/signals.ts';
import {
  aForecastBelow,
  anEdge,
  anOutlook,
  aSettledSignal,
  aSilentOutlook,
  aWorkingStats,
  below,
  iso,
  noon,
} from '#tests/support/browser/fake-api.ts';
import { bestOfAll, toChase, toChoice, type SignalRequest } from '../signal-request.ts';
import { noSignalState } from './no-signal-state.ts';

const choice = toChoice('kurs_ai_v2', 5);
const why: NoSignalDetails = {
  reason: 'below_threshold',
  best: aForecastBelow(),
  waitSeconds: 720,
  resumesAt: null,
};
const answered = (request: SignalRequest = choice, over: Partial<NoSignalDetails> = {}) =>
  ({ kind: 'no-signal', request, at: noon, why: { ...why, ...over } }) as const;
const facts = {
  search: answered(),
  outlook: null,
  models: aWorkingStats().models,
  balance: 124.5,
  isAnyExcluded: false,
  now: noon + 62_000,
};

test('states what the server answered until the next minute has closed', () => {
  const state = noSignalState({ ...facts, outlook: anOutlook(), now: noon + 1_000 });
  expect(state).toMatchObject({ hasEdge: false, reason: 'below_threshold', waitSeconds: 720, elsewhere: null });
});

test('then states what its model sees since, and who else has an edge', () => {
  const outlook = anOutlook({ kurs_ai_v2: below(54.1) });
  const state = noSignalState({ ...facts, outlook });
  expect(state.hasEdge).toBe(false);
  expect(state.elsewhere).toEqual({ aiModel: 'kurs_ai_v1', interval: 5 });
});

test('an edge of its model for its duration has appeared', () => {
  expect(noSignalState({ ...facts, outlook: anOutlook() }).hasEdge).toBe(true);
});

test('the reason and the end of it follow the outlook', () => {
  const resumesAt = iso(noon + 3_600_000);
  const state = noSignalState({ ...facts, outlook: aSilentOutlook('thin_hours', 52, { resumesAt }) });
  expect(state).toMatchObject({ reason: 'thin_hours', resumesAt: noon + 3_600_000, elsewhere: null });
});

test('an edge on an excluded pair is none until the pair may come again', () => {
  const search = answered(choice, { reason: 'recent_pairs' });
  const excluded = { ...facts, search, outlook: anOutlook(), isAnyExcluded: true };
  expect(noSignalState(excluded)).toMatchObject({ hasEdge: false, reason: 'recent_pairs' });
  expect(noSignalState({ ...excluded, isAnyExcluded: false }).hasEdge).toBe(true);
});

test('the best of all models has an edge when any model open to the trader has one', () => {
  const silent = aSilentOutlook('below_threshold');
  const search = answered(bestOfAll);
  expect(noSignalState({ ...facts, search, outlook: silent })).toMatchObject({ hasEdge: false, elsewhere: null });
  const outlook = anOutlook({ ...allBelow, '36trade_ai_plus': anEdge });
  expect(noSignalState({ ...facts, search, outlook }).hasEdge).toBe(true);
  const models = facts.models.filter(({ key }) => key !== '36trade_ai_plus');
  expect(noSignalState({ ...facts, search, outlook, models }).hasEdge).toBe(false);
});

const allBelow = { kurs_ai_v2: below(), kurs_ai_v1: below(), '36trade_ai_plus': below() };

test.each([
  ['a single pair', { ...choice, symbol: 'EURUSD' }],
  ['a chase', toChase(aSettledSignal('unsuccessful'))],
  ['a model that answers only when it is asked', toChoice('chatgpt_4o', 5)],
])('the outlook says nothing of %s', (_title, request) => {
  const state = noSignalState({ ...facts, search: answered(request), outlook: anOutlook() });
  expect(state).toMatchObject({ hasEdge: false, reason: 'below_threshold', best: why.best });
});

test('an answer without details still has a state', () => {
  const search = { kind: 'no-signal', request: choice, at: noon, why: null } as const;
  expect(noSignalState({ ...facts, search })).toMatchObject({ hasEdge: false, best: null });
});
