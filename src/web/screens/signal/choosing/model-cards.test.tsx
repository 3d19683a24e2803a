import { beforeAll, describe, expect, it, test } from 'vitest';
import type { AiModelKey } from '#domain/signals/ai-model.ts';
import { anOutlook, aWorkingStats, noon } from '#tests/support/browser/fake-api.ts';
import { aKnownModel, toRated } from '#tests/support/browser/fake-figures.ts';
import { renderPage } from '#tests/support/browser/render-page.tsx';
import { loadPhrases } from '#web/language/phrase-book.ts';
import { getEvidence, getTests, modelState, statePlace, useEdgeFrequency } from './model-cards.tsx';

beforeAll(() => loadPhrases('en', ['signal']));

const Frequency = ({ share }: { share: number | null }) => useEdgeFrequency(share) ?? 'nothing';

test.each([
  [null, 'nothing'],
  [0, 'no signals at this hour'],
  [0.01, 'less than one signal an hour'],
  [0.08, 'about one signal in 13\u00a0min'],
  [0.95, 'a signal almost every minute'],
])('a share of %s is stated as “%s”', (share, text) => {
  renderPage(<Frequency share={share} />);
  expect(document.body.textContent).toContain(text);
});

const none = toRated(12, 0.5);
const many = toRated(300, 0.57);
const know = (signals: typeof none, inTurn = none) => aKnownModel('kurs_ai_v2', { signals, inTurn });

describe('the evidence on a model card', () => {
  it('is based on signals issued to users, once there are enough', () => {
    expect(getEvidence({}, know(many, toRated(500, 0.6)))).toEqual({
      kind: 'measured',
      winRate: 0.57,
    });
  });

  it('is based on what it states by the clock while users have received too few signals', () => {
    expect(getEvidence({}, know(none, many))).toEqual({ kind: 'measured', winRate: 0.57 });
  });

  it('is the tests of its card below 100 outcomes, by day and at this part of the day', () => {
    const rates = { count: 9, real: 0.58, low: 0.5, high: 0.6 };
    const card = {
      from: '2018-10-01',
      to: '2018-12-31',
      byDay: [{ duration: 5, ...rates, calibrated: { ...rates, real: 0.56 } }],
      signalMinutes: [{ duration: 5, day: 0.08, evening: 0.1, rollover: 0.5 }],
    };
    expect(getEvidence({}, { ...know(none), card })).toEqual({ kind: 'tested', card });
    expect(getEvidence({}, { ...know(none, many), card }).kind).toBe('measured');
    expect(getTests(card, 5, noon)).toEqual({ winRate: 0.56, edgeShare: 0.08 });
    expect(getTests(card, 3, noon)).toEqual({ winRate: null, edgeShare: null });
  });

  it('is missing below 100 outcomes without a card, and before the figures are loaded', () => {
    expect(getEvidence({}, know(none))).toEqual({ kind: 'tooFew' });
    expect(getEvidence({}, undefined)).toEqual({ kind: 'tooFew' });
  });

  it('reports a language model as not calibrated below 200 settled forecasts, whatever the outcomes of its signals', () => {
    expect(getEvidence({ settledAnswers: 199 }, know(many))).toEqual({
      kind: 'notCalibrated',
      settled: 199,
    });
    expect(getEvidence({ settledAnswers: 200 }, know(many))).toMatchObject({ kind: 'measured' });
  });
});

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
