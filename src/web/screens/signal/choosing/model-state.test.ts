import { expect, test } from 'vitest';
import { aSilentOutlook, anOutlook, aWorkingStats, iso, noon } from '#tests/support/browser/fake-api.ts';
import type { AiModelKey } from '#domain/signals/ai-model.ts';
import { modelState, statePlace } from './model-state.ts';

const getModel = (key: AiModelKey) => {
  const model = aWorkingStats().models.find((one) => one.key === key);
  if (!model) throw new Error(`no model ${key}`);
  return model;
};
const ask = (key: AiModelKey, over: Partial<Parameters<typeof modelState>[0]> = {}) =>
  modelState({ model: getModel(key), outlook: anOutlook(), duration: 5, balance: 124.5, ...over });

test.each([
  ['kurs_ai_v2', 'ready'],
  ['13_squad', 'quiet'],
  ['manual', 'always'],
  ['vip', 'locked'],
  ['chatgpt_4o', 'notConnected'],
] as const)('%s is %s', (key, kind) => {
  expect(ask(key)).toEqual({ kind, at: null });
});

test('a connected language model answers on request', () => {
  expect(ask('chatgpt_4o', { model: { ...getModel('chatgpt_4o'), available: true } })?.kind).toBe('onRequest');
});

test('in thin hours a model says when its signals return, and without an instant that it is quiet', () => {
  const outlook = aSilentOutlook('thin_hours', 52, { resumesAt: iso(noon) });
  expect(ask('kurs_ai_v2', { outlook })).toEqual({ kind: 'resumes', at: noon });
  expect(ask('kurs_ai_v2', { outlook: aSilentOutlook('thin_hours') })?.kind).toBe('quiet');
});

test('nothing is claimed while the outlook is unknown, and an unknown balance locks nothing', () => {
  expect(ask('kurs_ai_v2', { outlook: null })).toBeNull();
  expect(ask('vip', { balance: null })).toBeNull();
});

test('ready models come first, those that are not connected last', () => {
  const kinds = (['chatgpt_4o', '13_squad', 'manual', 'vip', 'kurs_ai_v2'] as const).map((key) => ask(key));
  expect(kinds.toSorted((a, b) => statePlace(a) - statePlace(b)).map((one) => one?.kind)).toEqual([
    'ready',
    'always',
    'quiet',
    'locked',
    'notConnected',
  ]);
});
